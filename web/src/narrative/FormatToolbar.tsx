import type { KeyboardEvent, RefObject } from "react";
import { flushSync } from "react-dom";
import { type Format, formats, formatText, shortcuts } from "./formatText.ts";

interface FormatToolbarProps {
  textarea: RefObject<HTMLTextAreaElement | null>;
  disabled: boolean;
  onText: (text: string) => void;
}

const modifier = /^(Mac|iP)/.test(navigator.platform) ? "⌘" : "Ctrl+";

/** Renders buttons that format the selected text as Markdown. */
export function FormatToolbar({ textarea, disabled, onText }: FormatToolbarProps) {
  return (
    <fieldset className="format-toolbar" aria-label="Format">
      {formats.map((format) => {
        const [key] = Object.entries(shortcuts).find(([, each]) => each === format) ?? [];
        return (
          <button
            key={format}
            type="button"
            className="plain-button"
            aria-label={format}
            title={key ? `${format} (${modifier}${key.toUpperCase()})` : format}
            disabled={disabled}
            onClick={() => textarea.current && applyFormat(textarea.current, format, onText)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={icons[format]} />
            </svg>
          </button>
        );
      })}
    </fieldset>
  );
}

const icons: Record<Format, string> = {
  Bold: "M5 2.5v11h4a3 3 0 0 0 0-6H5h3.5a2.5 2.5 0 0 0 0-5z",
  Italic: "M7 2.5h4M5 13.5h4M9 2.5l-2 11",
  Heading: "M4 2.5v11M12 2.5v11M4 8h8",
  List: "M6 4h8M6 8h8M6 12h8M1.7 4h1.8M1.7 8h1.8M1.7 12h1.8",
  Quote: "M2.5 2.5v11M6 4h8M6 8h8M6 12h5",
  Link: "M6.5 9.5l3-3M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 1-4-4L5 7",
  Image: "M2 3h12v10H2zM2 11l3.5-4 3 3 2-2 3.5 4M10.5 5.5h.5",
};

/** Formats the selection for a shortcut such as Ctrl+B. */
export function formatOnKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  onText: (text: string) => void,
): void {
  const format = shortcuts[event.key.toLowerCase()];
  const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  const isOff = event.nativeEvent.isComposing || event.currentTarget.readOnly;
  if (format === undefined || !hasModifier || isOff) return;
  event.preventDefault();
  applyFormat(event.currentTarget, format, onText);
}

function applyFormat(
  textarea: HTMLTextAreaElement,
  format: Format,
  onText: (text: string) => void,
): void {
  const { value: text, selectionStart, selectionEnd } = textarea;
  const edit = formatText(format, { text, start: selectionStart, end: selectionEnd });
  textarea.focus();
  textarea.setSelectionRange(edit.from, edit.to);
  // `execCommand` preserves the field's undo history; browsers without it only get the new text.
  if (!document.execCommand?.("insertText", false, edit.by)) {
    flushSync(() => onText(text.slice(0, edit.from) + edit.by + text.slice(edit.to)));
  }
  textarea.setSelectionRange(edit.start, edit.end);
}
