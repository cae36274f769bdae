import type { ComponentProps, ReactNode } from "react";
import { Button } from "./Button.tsx";

interface NoticeProps extends ComponentProps<"div"> {
  /** Screen readers announce an alert assertively. */
  tone?: "calm" | "warning" | "alert" | undefined;
  /** Handlers of the buttons below the text, by label. */
  actions?: Readonly<Record<string, () => void>> | false | undefined;
  /** Whether the actions continue the task. */
  isNextStep?: boolean;
}

/** Renders a prominent message with its actions. */
export function Notice(props: NoticeProps) {
  const { tone = "calm", actions, isNextStep = false, className = "", children, ...rest } = props;
  return (
    <div
      className={`notice notice--${tone} ${className}`}
      role={tone === "alert" ? "alert" : undefined}
      {...rest}
    >
      {children}
      {actions && (
        <div className="notice__actions">
          {Object.entries(actions).map(([label, act]) => (
            <Button key={label} isSmall isPrimary={isNextStep} onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface LoadFailureProps {
  /** States what failed to load. */
  children: ReactNode;
  onRetry: () => void;
}

/** Renders a notice that a part of the page failed to load, with a button to retry. */
export function LoadFailure({ children, onRetry }: LoadFailureProps) {
  return (
    <Notice tone="alert" actions={{ "Try again": onRetry }}>
      {children}
    </Notice>
  );
}

/** Renders the placeholder for an empty list: nothing is there yet, and how to start. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <p className="empty-state">{children}</p>;
}
