import type { ReactNode } from "react";
import "./EmptyState.css";

/** What is said where there will be something once: that there is nothing yet, and how to begin. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <p className="empty-state">{children}</p>;
}
