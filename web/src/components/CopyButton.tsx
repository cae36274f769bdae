import { useState } from "react";
import { Button } from "./Button.tsx";

/** Copies `text` and shows the outcome: browsers block the clipboard on plain-http pages of other hosts. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<string>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("Copied");
    } catch {
      setOutcome("Couldn't copy. Select the text instead.");
    }
  }

  return (
    <>
      <Button isSmall onClick={copy}>
        {label}
      </Button>
      <span className="small" role="status">
        {outcome}
      </span>
    </>
  );
}

/** Copies this page's address, for the browser of a wallet's app. */
export function CopyPageAddress() {
  return (
    <p className="row">
      <CopyButton text={window.location.href} label="Copy this page's address" />
    </p>
  );
}

/** Shares a page, whose link preview has the portrait, or copies its link where the browser cannot share. */
export function ShareButton({ path }: { path: string }) {
  const url = new URL(path, window.location.origin).href;
  if (!navigator.share) return <CopyButton text={url} label="Copy link" />;
  // A canceled dialog rejects.
  return (
    <Button onClick={() => void navigator.share({ url }).catch(() => undefined)}>Share</Button>
  );
}
