import type { ComponentProps, ReactNode } from "react";
import { Button } from "./Button.tsx";

interface NoticeProps extends ComponentProps<"div"> {
  /** An alert is announced assertively. */
  tone?: "calm" | "warning" | "alert" | undefined;
  /** What the buttons below the text do, by their labels. */
  actions?: Readonly<Record<string, () => void>> | false | undefined;
}

/** A message that stands out from the page, and what can be done about it. */
export function Notice(props: NoticeProps) {
  const { tone = "calm", actions, className = "", children, ...rest } = props;
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
            <Button key={label} isSmall onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

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

/** Message in place of an empty list: that there is nothing yet, and how to start. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <p className="empty-state">{children}</p>;
}
