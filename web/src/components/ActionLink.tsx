import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Place } from "./focusTurns.ts";

interface ActionLinkProps {
  onAction: () => void;
  children: ReactNode;
  place?: Place;
}

/** A link that runs an action on this page, and looks and behaves as a link for keyboards and screen readers. */
export function ActionLink({ onAction, children, place }: ActionLinkProps) {
  const { pathname } = useLocation();
  return (
    <a
      data-place={place}
      href={pathname}
      onClick={(event) => {
        event.preventDefault();
        onAction();
      }}
    >
      {children}
    </a>
  );
}
