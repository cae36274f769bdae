import { useState } from "react";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { focusFirst } from "../page/focusRules.ts";
import { isRemoval, type SavedDraft } from "./draft.ts";
import { formatDraftTime } from "./draftTime.ts";
import type { Publishing } from "./useDraft.ts";

/** Renders a list of unpublished drafts. */
export function SavedDrafts({ publishing }: { publishing: Publishing }) {
  const { savedDrafts: drafts, continueDraft, discardDraft, undoReplacement } = publishing;
  const canUndo = publishing.draft.replaced !== undefined && !isRemoval(publishing.draft);
  const [handled, setHandled] = useState<ReadonlySet<string>>(new Set());
  const [continued, setContinued] = useState<SavedDraft>();
  const offered = drafts.filter(({ id }) => !handled.has(id));

  function handle(draft: SavedDraft, act: (draft: SavedDraft) => void) {
    setHandled(new Set([...handled, draft.id]));
    act(draft);
    focusFirst(["text"]);
  }
  function undo() {
    if (continued) setHandled(new Set([...handled].filter((id) => id !== continued.id)));
    undoReplacement();
    focusFirst(["text"]);
  }

  return (
    <>
      {offered.length > 0 && (
        <ul className="notice stack" aria-label="Your drafts">
          {offered.map((draft) => (
            <li key={draft.id} className="row">
              <Button
                isSmall
                onClick={() => {
                  setContinued(draft);
                  handle(draft, continueDraft);
                }}
              >
                Continue your draft of {formatDraftTime(draft.typedAt)}
              </Button>
              {drafts.length > 1 && <bdi className="small">{firstWords(draft)}</bdi>}
              <Button isSmall onClick={() => handle(draft, discardDraft)}>
                Discard
                <span className="visually-hidden"> draft of {formatDraftTime(draft.typedAt)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {canUndo && continued && (
          <Notice actions={{ Undo: undo }}>
            This is your draft of {formatDraftTime(continued.typedAt)}.
          </Notice>
        )}
      </div>
    </>
  );
}

function firstWords({ text }: SavedDraft): string {
  return text.trim().slice(0, 60) || "(empty)";
}
