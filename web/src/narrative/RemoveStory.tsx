import { useEffect, useId, useRef, useState } from "react";
import { attempts } from "#protocol/attempts";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { ActionLink } from "../components/ActionLink.tsx";
import { Button } from "../components/Button.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { useFocusRules } from "../components/focusRules.ts";
import { lazily } from "../components/lazily.tsx";
import type { Draft, SignedMessage } from "./draft.ts";
import { randomComment } from "./randomComment.ts";
import { SaveNotices } from "./SaveNotices.tsx";
import { type SaveProgress, type Saving, useSaving } from "./useSaving.ts";
import "./RemoveStory.css";

const TextChanges = lazily(() => import("./history/TextChanges.tsx"));

interface RemoveStoryProps extends Saving {
  /** The published story. */
  narrative: string;
  /** The editor's text, which remains a draft. */
  draft: Draft;
  onRemoved: () => void;
}

/** “Remove story” and its confirmation. */
export function RemoveStory(props: RemoveStoryProps) {
  const [isAsking, setIsAsking] = useState(false);
  useFocusRules(isAsking ? "asking to remove" : "keeping", "keeping");

  return (
    <div className="remove-story">
      {isAsking ? (
        <Confirmation {...props} onKeep={() => setIsAsking(false)} />
      ) : (
        <ActionLink focusTarget="remove" onAction={() => setIsAsking(true)}>
          Remove story
        </ActionLink>
      )}
    </div>
  );
}

function Confirmation(props: RemoveStoryProps & { onKeep: () => void }) {
  const { narrative, draft, onKeep, onRemoved } = props;
  const { signing, saving, progress, newer } = useSaving(props);
  const [comment] = useState(randomComment);
  const { isSigning, isSaving, savingError } = progress;
  const titleId = useId();
  useFocusRules(isSigning || isSaving ? "removing" : "asking to remove", "asking to remove");

  /** Signs once; a signature that arrives after the writer has left is dropped. */
  function remove() {
    const publish = (signed: SignedMessage) =>
      saving.mutate({ draft, narrative: comment, signed }, { onSuccess: onRemoved });
    if (signing.data) publish(signing.data);
    else signing.mutate(narrativeMessage(draft.drifterId, comment), { onSuccess: publish });
  }

  return (
    <section
      data-focus-target="removal"
      className="remove-story__question"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <h2 id={titleId}>Remove this story?</h2>
      <p>
        Readers will find no story of Drifter {draft.drifterId}. Published text stays public in the
        history, even if you remove it.
      </p>
      <p>
        You will sign a comment with a random number, which takes the story's place and which
        readers don't see. This is free and gasless.
      </p>
      <div className="remove-story__actions">
        {!isSaving && <ActionLink onAction={onKeep}>Keep story</ActionLink>}
        <Button
          isPrimary
          data-focus-target="remove now"
          disabled={isSigning || isSaving}
          onClick={remove}
        >
          {savingError ? "Remove again" : "Sign and remove"}
        </Button>
      </div>
      <RemovalNotices {...progress} />
      {newer && (
        <ErrorBoundary fallback={null}>
          <TextChanges before={narrative} after={newer.narrative ?? ""} />
        </ErrorBoundary>
      )}
    </section>
  );
}

function RemovalNotices(progress: SaveProgress) {
  const { signingError, savingError } = progress;
  const outcome = useRef<HTMLDivElement>(null);
  // The confirmation is at the end of a long form, so its outcome would be off screen.
  useEffect(() => {
    if (signingError || savingError) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [signingError, savingError]);
  return (
    <div ref={outcome} className="remove-story__outcome">
      <SaveNotices {...progress} saving="Removing…" attempt={attempts.removal} />
    </div>
  );
}
