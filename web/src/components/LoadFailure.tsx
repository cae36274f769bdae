import type { ReactNode } from "react";

interface LoadFailureProps {
  /** What failed. */
  children: ReactNode;
  onRetry: () => void;
}

/** Says that a list failed to load, and tries again. */
export function LoadFailure({ children, onRetry }: LoadFailureProps) {
  return (
    <div className="notice notice--alert" role="alert">
      <p>{children}</p>
      <div className="notice__actions">
        <button type="button" className="button button--small" onClick={onRetry}>
          Try again
        </button>
      </div>
    </div>
  );
}
