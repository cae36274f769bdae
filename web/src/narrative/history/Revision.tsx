import { lazy } from "react";
import { isStory } from "#protocol/isStory";
import type { NarrativeRecord } from "#protocol/narrative";
import { shortAddress } from "../../wallet/shortAddress.ts";
import { Disclosure } from "./Disclosure.tsx";
import { exactTime, howLongAgo } from "./when.ts";

const TextChanges = lazy(() => import("./TextChanges.tsx"));
const ReceiptCheck = lazy(() => import("../receipt/ReceiptCheck.tsx"));

interface RevisionProps {
  receipt: NarrativeRecord;
  /** The text that this one replaced; none for the first. */
  before: string | undefined;
  isNewest: boolean;
  /** Opens the editor with this text; absent for those who may not write. */
  onRestore: ((text: string) => void) | undefined;
}

/** One accepted text: who wrote it, when, what it changed, and the receipt that proves it. */
export function Revision({ receipt, before, isNewest, onRestore }: RevisionProps) {
  const { revision, author, savedAt, narrative } = receipt;
  const time = new Date(savedAt);
  const hasStory = isStory(narrative);
  return (
    <li className="revision">
      <p>
        <strong>Revision {revision}</strong>
        {isNewest && hasStory && " (the story as it stands)"}
        {!hasStory && " Story removed."}
      </p>
      <p className="revision__origin">
        <span title={author}>{shortAddress(author)}</span>
        {" · "}
        {howLongAgo(time, new Date())}
        {" · "}
        <time dateTime={savedAt}>{exactTime(time)}</time>
      </p>
      <Disclosure name={named(before === undefined ? "First text" : "What changed", revision)}>
        <TextChanges before={before} after={narrative} />
      </Disclosure>
      <Disclosure name={named("Check this receipt", revision)}>
        <ReceiptCheck receipt={receipt} />
      </Disclosure>
      {onRestore && hasStory && !isNewest && (
        <button type="button" className="button button--small" onClick={() => onRestore(narrative)}>
          {named("Restore this version", revision)}
        </button>
      )}
    </li>
  );
}

/** Gives buttons with the same text different accessible names. */
function named(name: string, revision: number) {
  return (
    <>
      {name}
      <span className="visually-hidden"> of revision {revision}</span>
    </>
  );
}
