import { useState } from "react";
import { Button } from "../components/Button.tsx";
import { focusFirst } from "../components/focusRules.ts";
import type { KeptDraft } from "./draftList.ts";
import { timeOfDraft } from "./timeOfDraft.ts";
import "./KeptDrafts.css";

interface KeptDraftsProps {
  drafts: readonly KeptDraft[];
  /** Whether continuing a draft replaced other text. */
  canUndo: boolean;
  onContinue: (text: string) => void;
  onUndo: () => void;
  onDiscard: (text: string) => void;
}

/** Lists unpublished drafts. */
export function KeptDrafts({ drafts, canUndo, onContinue, onUndo, onDiscard }: KeptDraftsProps) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [continued, setContinued] = useState<KeptDraft>();
  const offered = drafts.filter(({ id }) => !answered.has(id));

  function answer(draft: KeptDraft, act: (text: string) => void) {
    setAnswered(new Set([...answered, draft.id]));
    act(draft.text);
    focusFirst(["text"]);
  }
  function undo() {
    if (continued) setAnswered(new Set([...answered].filter((id) => id !== continued.id)));
    onUndo();
    focusFirst(["text"]);
  }

  return (
    <>
      {offered.length > 0 && (
        <ul className="notice kept-drafts" aria-label="Your drafts">
          {offered.map((draft) => (
            <li key={draft.id}>
              <Button
                isSmall
                onClick={() => {
                  setContinued(draft);
                  answer(draft, onContinue);
                }}
              >
                Continue your draft of {timeOfDraft(draft.typedAt)}
              </Button>
              {drafts.length > 1 && <bdi className="kept-drafts__words">{firstWords(draft)}</bdi>}
              <Button isSmall onClick={() => answer(draft, onDiscard)}>
                Discard
                <span className="visually-hidden"> draft of {timeOfDraft(draft.typedAt)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {canUndo && continued && (
          <div className="notice">
            <p>This is your draft of {timeOfDraft(continued.typedAt)}.</p>
            <div className="notice__actions">
              <Button isSmall onClick={undo}>
                Undo
              </Button>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function firstWords({ text }: KeptDraft): string {
  return text.trim().slice(0, 120) || "(empty)";
}
