import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { FocusTarget } from "../page/focusRules.ts";

interface ActionLinkProps {
  onAction: () => void;
  children: ReactNode;
  focusTarget?: FocusTarget;
}

/**
 * Renders a link that runs an action on this page but behaves like an ordinary link for keyboards and screen readers.
 */
export function ActionLink({ onAction, children, focusTarget }: ActionLinkProps) {
  const { pathname } = useLocation();
  return (
    <a
      data-focus-target={focusTarget}
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
