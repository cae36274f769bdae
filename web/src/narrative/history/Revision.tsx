import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import type { NarrativeRecord } from "#protocol/narrative";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { shortAddress } from "../../wallet/shortAddress.ts";
import { exactTime, howLongAgo } from "./when.ts";

const TextChanges = lazy(() => import("./TextChanges.tsx"));
const ReceiptCheck = lazy(() => import("../receipt/ReceiptCheck.tsx"));

interface RevisionProps {
  receipt: NarrativeRecord;
  /** The text that this one replaced; none for the first. */
  before: string | undefined;
  isNewest: boolean;
}

/** One accepted text: who wrote it, when, what it changed, and the receipt that proves it. */
export function Revision({ receipt, before, isNewest }: RevisionProps) {
  const { revision, author, savedAt, narrative } = receipt;
  const time = new Date(savedAt);
  return (
    <li className="revision">
      <p>
        <strong>Revision {revision}</strong>
        {isNewest && " (the story as it stands)"}
        {narrative === "" && " (the story was taken down)"}
      </p>
      <p className="revision__origin">
        <span title={author}>{shortAddress(author)}</span>
        {" · "}
        {howLongAgo(time, new Date())}
        {" · "}
        <time dateTime={savedAt}>{exactTime(time)}</time>
      </p>
      <Disclosure name={before === undefined ? "First text" : "What changed"} revision={revision}>
        <TextChanges before={before} after={narrative} />
      </Disclosure>
      <Disclosure name="Check this receipt" revision={revision}>
        <ReceiptCheck receipt={receipt} />
      </Disclosure>
    </li>
  );
}

interface DisclosureProps {
  name: string;
  revision: number;
  children: ReactNode;
}

/** A button, and below it what it opens. */
function Disclosure({ name, revision, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <div className="disclosure">
      <button
        type="button"
        className="quiet-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {name}
        <span className="visually-hidden"> of revision {revision}</span>
      </button>
      <div id={panelId} className="disclosure__panel" hidden={!isOpen}>
        {isOpen && (
          <ErrorBoundary fallback={<PanelBroken />}>
            <Suspense fallback={<p role="status">One moment…</p>}>{children}</Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  );
}

function PanelBroken() {
  return (
    <p className="notice notice--alert" role="alert">
      This could not be shown. Reload the page to try again.
    </p>
  );
}
