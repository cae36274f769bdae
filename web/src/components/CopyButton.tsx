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

interface ShareButtonProps {
  path: string;
  /** Path of a JPEG to share with the page, if the browser shares files. */
  image?: string | undefined;
}

/** Renders a button that shares a page, or copies its URL where the browser cannot share. */
export function ShareButton({ path, image }: ShareButtonProps) {
  const url = new URL(path, window.location.origin).href;
  if (!navigator.share) return <CopyButton text={url} label="Copy link" isSmall={false} />;
  return <Button onClick={() => void share(url, image)}>Share</Button>;
}

/** How long an image may take: browsers allow sharing only within seconds of a press. */
const maxImageMilliseconds = 2_000;

async function share(url: string, image: string | undefined): Promise<void> {
  const files = image === undefined ? [] : await readFiles(image).catch(() => []);
  const whole = { url, files };
  // A canceled share dialog rejects.
  await navigator
    .share(files.length > 0 && navigator.canShare?.(whole) ? whole : { url })
    .catch(() => undefined);
}

async function readFiles(path: string): Promise<File[]> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), maxImageMilliseconds);
  try {
    const response = await fetch(path, { signal: limit.signal });
    if (!response.ok) return [];
    return [new File([await response.blob()], "card.jpg", { type: "image/jpeg" })];
  } finally {
    clearTimeout(timer);
  }
}
