import { useState } from "react";
import { Button } from "./Button.tsx";

interface CopyButtonProps {
  text: string;
  label: string;
  isSmall?: boolean;
}

/** Renders a button that copies `text` and shows the outcome: browsers block the clipboard on plain-http sites. */
export function CopyButton({ text, label, isSmall = true }: CopyButtonProps) {
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
      <Button isSmall={isSmall} onClick={copy}>
        {label}
      </Button>
      <span className="small" role="status">
        {outcome}
      </span>
    </>
  );
}

/** Renders a button that copies this page's URL, to paste into a wallet app's browser. */
export function CopyPageAddress() {
  return (
    <p className="row">
      <CopyButton text={window.location.href} label="Copy this page's address" />
    </p>
  );
}

/** Renders a button that shares a page, or copies its URL where the browser cannot share. */
export function ShareButton({ path }: { path: string }) {
  const url = new URL(path, window.location.origin).href;
  if (!navigator.share) return <CopyButton text={url} label="Copy link" isSmall={false} />;
  // A canceled share dialog rejects.
  return (
    <Button onClick={() => void navigator.share({ url }).catch(() => undefined)}>Share</Button>
  );
}
