import type { ReactNode } from "react";

/** Message in place of an empty list: nothing here yet, and how to start. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <p className="empty-state">{children}</p>;
}
