import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Place } from "./focusTurns.ts";

interface ActionLinkProps {
  onAction: () => void;
  children: ReactNode;
  place?: Place;
}

/** A link that acts on this page: it looks, reads and answers the keyboard as a link. */
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
