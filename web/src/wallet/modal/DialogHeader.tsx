import type { Ref } from "react";

interface DialogHeaderProps {
  title: string;
  titleRef: Ref<HTMLHeadingElement>;
  /** Absent where there is nothing to go back to. */
  onBack: (() => void) | undefined;
  onClose: () => void;
}

/** Back button, title and close button. */
export function DialogHeader({ title, titleRef, onBack, onClose }: DialogHeaderProps) {
  return (
    <header className="wallet-dialog__header">
      {onBack && (
        <button type="button" className="icon-button" aria-label="Back" onClick={onBack}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M10 2.5L4.5 8l5.5 5.5" />
          </svg>
        </button>
      )}
      {/* Focused when the view changes, so that screen readers start at the title. */}
      <h2 id="wallet-dialog-title" ref={titleRef} tabIndex={-1}>
        {title}
      </h2>
      <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" />
        </svg>
      </button>
    </header>
  );
}
