import type { ComponentProps } from "react";
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
