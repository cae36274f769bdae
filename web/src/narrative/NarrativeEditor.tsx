import { useEffect, useEffectEvent, useRef } from "react";
import { noun } from "#protocol/values/noun";
import { useIsOnline } from "../chain/online.ts";
import { ActionLink } from "../components/ActionLink.tsx";
import { Button } from "../components/Button.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { lazily } from "../components/lazily.tsx";
import { Notice } from "../components/Notice.tsx";
import { type FocusState, focusFirst, useFocusRules } from "../page/focusRules.ts";
import { canSave, canSign, isRemoval, isSignatureStale } from "./draft.ts";
import { EditorDesk } from "./EditorDesk.tsx";
import { EditorNotices } from "./EditorNotices.tsx";
import { setLeftDraft } from "./leftDraft.ts";
import { SavedDrafts } from "./SavedDrafts.tsx";
import { SigningFacts, TextSize } from "./SigningFacts.tsx";
import { type Publishing, useDraft, type Writing } from "./useDraft.ts";
import "./NarrativeEditor.css";

const TextChanges = lazily(() => import("./history/TextChanges.tsx"));

const disclaimers = [
  `You will sign a message including your ${noun}'s ID and a hash of the narrative you've entered. This will prove you own the ${noun}, and thus have the right to save the narrative. This is free and gasless, and provides no other access to your wallet or its contents.`,
  "Oh, and this is Markdown. So you can add some formatting and links and such.",
];

interface NarrativeEditorProps extends Writing {
  onLeave: () => void;
}

/** Renders the form in which an owner writes, signs and saves. */
export function NarrativeEditor({ onLeave, ...story }: NarrativeEditorProps) {
  const publishing = useDraft(story);
  const { draft, progress } = publishing;
  const removes = isRemoval(draft);
  useFocusRules(toFocusState(publishing));
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current ? keepCaretAbove(bar.current) : undefined), []);

  const takeAway = useEffectEvent(() => publishing.leave("taken"));
  useEffect(() => {
    setLeftDraft(undefined);
    return takeAway;
  }, []);
  const thenFocusText = (change: () => void) => () => {
    change();
    focusFirst(["text"]);
  };

  return (
    <form className="editor stack stack--loose" onSubmit={(event) => event.preventDefault()}>
      <SavedDrafts publishing={publishing} />
      <EditorDesk publishing={publishing} isContinued={story.continued !== undefined} />
      <TextSize draft={draft} />
      <div ref={bar} className="editor__bar stack">
        <EditorNotices
          isSaved={publishing.isSaved}
          isOnline={useIsOnline()}
          isSigned={draft.signed !== undefined}
          isStale={isSignatureStale(draft)}
          onSignAgain={publishing.signAgain}
          isRemoval={removes}
          onKeepStory={draft.replaced && thenFocusText(publishing.undoReplacement)}
          {...progress}
        />
        <Actions publishing={publishing} onLeave={onLeave} />
      </div>
      {publishing.newer && (
        <Notice tone="warning" role="region" aria-label="What publishing would change">
          <ErrorBoundary fallback={null}>
            <TextChanges before={publishing.newer.narrative ?? ""} after={draft.text} />
          </ErrorBoundary>
        </Notice>
      )}
      <SigningFacts draft={draft} published={story.narrative} />
      {!removes && (
        <p className="soft">Published text stays public in the history, even if you remove it.</p>
      )}
      {disclaimers.map((disclaimer) => (
        <p key={disclaimer} className="soft">
          {disclaimer}
        </p>
      ))}
      {story.narrative !== "" && !removes && !progress.isSaving && (
        <p>
          <ActionLink onAction={thenFocusText(publishing.empty)}>Remove story</ActionLink>
        </p>
      )}
    </form>
  );
}

function Actions({ publishing, onLeave }: { publishing: Publishing; onLeave: () => void }) {
  const { draft, progress } = publishing;
  function cancel() {
    publishing.leave("cancelled");
    onLeave();
  }
  return (
    <div className="editor__actions row">
      <ActionLink onAction={cancel}>Cancel</ActionLink>
      <Button
        isPrimary
        data-focus-target="sign"
        disabled={!canSign(draft) || progress.isSigning}
        onClick={publishing.sign}
      >
        Sign
      </Button>
      <Button
        isPrimary={!isSignatureStale(draft)}
        data-focus-target="save"
        disabled={!canSave(draft) || progress.isSaving}
        onClick={() => publishing.save(onLeave)}
      >
        Save
      </Button>
    </div>
  );
}

/** Makes the browser scroll the caret's line above the bar, even when the bar grows. */
function keepCaretAbove(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  let height = bar.offsetHeight;
  const reserve = () => {
    // Browsers scroll to the caret, which is shorter than its line.
    style.scrollPaddingBottom = `${height + 4}px`;
  };
  reserve();
  const observer = new ResizeObserver(() => {
    const growth = bar.offsetHeight - height;
    height = bar.offsetHeight;
    reserve();
    if (growth > 0 && document.activeElement?.matches("textarea")) window.scrollBy(0, growth);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.scrollPaddingBottom = "";
  };
}

function toFocusState({ draft, progress }: Publishing): FocusState {
  if (progress.isSaving) return "saving";
  if (progress.isSigning) return "signing";
  return draft.signed ? "signed" : "writing";
}
