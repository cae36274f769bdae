import type { ReactNode, Ref } from "react";
import { useLocation } from "react-router-dom";

interface ActionLinkProps {
  onAction: () => void;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that acts on this page: it looks, reads and answers the keyboard as a link. */
export function ActionLink({ onAction, children, ref }: ActionLinkProps) {
  const { pathname } = useLocation();
  return (
    <a
      ref={ref}
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
