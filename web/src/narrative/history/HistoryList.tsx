import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isStory } from "#protocol/stories/narrative";
import type { PersonName, SignedRevision } from "#protocol/wire/responses";
import { Button } from "../../components/Button.tsx";
import { lazily } from "../../components/lazily.tsx";
import { LoadFailure } from "../../components/Notice.tsx";
import { Person } from "../../components/Person.tsx";
import { exactTime, relativeTime } from "../../components/relativeTime.ts";
import { neighborsQueryOptions } from "../../tokens/neighbors.ts";
import { type HistoryQuery, historyQueryOptions } from "../historyApi.ts";
import { historyMessages } from "../historyMessages.ts";
import { useRestore } from "../restore.ts";
import { Disclosure } from "./Disclosure.tsx";

/** Number of revisions per page: a story may have thousands. */
const pageLength = 20;

/** Renders every revision of a token's story, newest first. */
export default function HistoryList({ drifterId, revision }: HistoryQuery) {
  const history = useQuery(historyQueryOptions(drifterId, revision));
  const { data: { names } = {} } = useQuery(neighborsQueryOptions(drifterId));
  const [shown, setShown] = useState(pageLength);
  const restore = useRestore(drifterId);

  if (history.isPending) return <p role="status">Loading the history…</p>;
  if (!history.isSuccess)
    return (
      <LoadFailure onRetry={() => void history.refetch()}>{historyMessages.failed}</LoadFailure>
    );
  const revisions = history.data;
  if (revisions.length === 0) return <p>{historyMessages.none}</p>;
  return (
    <>
      <ol aria-label="Revisions, newest first">
        {revisions.slice(0, shown).map((signed, index) => (
          <Revision
            key={signed.revision}
            signed={signed}
            name={names?.[signed.author]}
            before={revisions[index + 1]?.narrative}
            isNewest={index === 0}
            onRestore={restore}
          />
        ))}
      </ol>
      {shown < revisions.length && (
        <Button isSmall onClick={() => setShown(shown + pageLength)}>
          Show older revisions
        </Button>
      )}
    </>
  );
}

const fallback = () => <p role="status">One moment…</p>;
const TextChanges = lazily(() => import("./TextChanges.tsx"), { fallback });
const RevisionProof = lazily(() => import("../proof/RevisionProof.tsx"), { fallback });

interface RevisionProps {
  signed: SignedRevision;
  /** The author's ENS name. */
  name: PersonName | undefined;
  /** The previous text; undefined for the first revision. */
  before: string | undefined;
  isNewest: boolean;
  /** Opens the editor with this revision's text; absent if the visitor cannot write. */
  onRestore: ((text: string) => void) | undefined;
}

/** Renders a revision: author, time, changes and proof. */
function Revision({ signed, name, before, isNewest, onRestore }: RevisionProps) {
  const { revision, author, savedAt, narrative } = signed;
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
        <Person address={author} name={name} />
        {" · "}
        {relativeTime(time, new Date())}
        {" · "}
        <time dateTime={savedAt}>{exactTime(time)}</time>
      </p>
      <Disclosure
        name={labelWithRevision(before === undefined ? "First text" : "What changed", revision)}
      >
        <TextChanges before={before} after={narrative} />
      </Disclosure>
      <Disclosure name={labelWithRevision("Proof", revision)}>
        <RevisionProof signed={signed} />
      </Disclosure>
      {onRestore && hasStory && !isNewest && (
        <Button isSmall onClick={() => onRestore(narrative)}>
          {labelWithRevision("Restore this version", revision)}
        </Button>
      )}
    </li>
  );
}

/**
 * Returns a label that includes the revision number for screen readers, so that identical buttons are distinguishable.
 */
function labelWithRevision(name: string, revision: number) {
  return (
    <>
      {name}
      <span className="visually-hidden"> of revision {revision}</span>
    </>
  );
}
