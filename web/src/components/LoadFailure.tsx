import type { ReactNode } from "react";
import { Notice } from "./Notice.tsx";

interface LoadFailureProps {
  /** What failed. */
  children: ReactNode;
  onRetry: () => void;
}

/** Says that a part of the page failed to load, and tries again. */
export function LoadFailure({ children, onRetry }: LoadFailureProps) {
  return (
    <Notice tone="alert" actions={{ "Try again": onRetry }}>
      {children}
    </Notice>
  );
}
