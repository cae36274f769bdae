import type { ReactNode } from "react";
import { Button } from "./Button.tsx";

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
        <Button isSmall onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
