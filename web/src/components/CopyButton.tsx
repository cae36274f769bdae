import { useState } from "react";

/** Copies `text`, and says whether it did: browsers refuse on plain-http pages of other machines. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<string>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("Copied");
    } catch {
      setOutcome("Select it and copy it yourself");
    }
  }

  return (
    <>
      <button type="button" className="button button--small" onClick={copy}>
        {label}
      </button>
      <span className="copy-outcome" role="status">
        {outcome}
      </span>
    </>
  );
}
