import { isStory, type NarrativeRecord } from "#protocol/narrative";
import { Button } from "../../components/Button.tsx";
import { lazily } from "../../components/lazily.tsx";
import { shortAddress } from "../../wallet/shortAddress.ts";
import { Disclosure } from "./Disclosure.tsx";
import { exactTime, relativeTime } from "./when.ts";

const fallback = () => <p role="status">One moment…</p>;
const TextChanges = lazily(() => import("./TextChanges.tsx"), { fallback });
const ReceiptProof = lazily(() => import("../receipt/ReceiptProof.tsx"), { fallback });

interface RevisionProps {
  receipt: NarrativeRecord;
  /** The text that this one replaced; none for the first. */
  before: string | undefined;
  isNewest: boolean;
  /** Opens the editor with this text; absent if the visitor cannot write. */
  onRestore: ((text: string) => void) | undefined;
}

/** One revision: author, time, changes and proof. */
export function Revision({ receipt, before, isNewest, onRestore }: RevisionProps) {
  const { revision, author, savedAt, narrative } = receipt;
  const time = new Date(savedAt);
  const hasStory = isStory(narrative);
  return (
    <li className="revision">
      <p>
        <strong>Revision {revision}</strong>
        {isNewest && hasStory && " (current)"}
        {!hasStory && " Story removed."}
      </p>
      <p className="small">
        <span title={author}>{shortAddress(author)}</span>
        {" · "}
        {relativeTime(time, new Date())}
        {" · "}
        <time dateTime={savedAt}>{exactTime(time)}</time>
      </p>
      <Disclosure name={named(before === undefined ? "First text" : "What changed", revision)}>
        <TextChanges before={before} after={narrative} />
      </Disclosure>
      <Disclosure name={named("Proof", revision)}>
        <ReceiptProof receipt={receipt} />
      </Disclosure>
      {onRestore && hasStory && !isNewest && (
        <Button isSmall onClick={() => onRestore(narrative)}>
          {named("Restore this version", revision)}
        </Button>
      )}
    </li>
  );
}

/** Adds the revision's number for screen readers, so that equal buttons differ. */
function named(name: string, revision: number) {
  return (
    <>
      {name}
      <span className="visually-hidden"> of revision {revision}</span>
    </>
  );
}
