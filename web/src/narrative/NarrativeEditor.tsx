import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { renderingCost } from "#protocol/stories/markdownCost";
import { noun } from "#protocol/values/noun";
import { ActionLink } from "../components/ActionLink.tsx";
import { Button } from "../components/Button.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { lazily } from "../components/lazily.tsx";
import { Notice } from "../components/Notice.tsx";
import { scrollable } from "../components/scrollable.ts";
import { timeOfDraft } from "../components/when.ts";
import { type FocusState, focusFirst, useFocusRules } from "../page/focusRules.ts";
import { canSave, canSign, isRemoval, isSignatureStale } from "./draft.ts";
import { EditorNotices } from "./EditorNotices.tsx";
import { FormatToolbar, formatOnKey } from "./FormatToolbar.tsx";
import { setLeftDraft } from "./leftDraft.ts";
import { SavedDrafts } from "./SavedDrafts.tsx";
import { SigningFacts } from "./SigningFacts.tsx";
import { Story } from "./Story.tsx";
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

/** The form in which an owner writes, signs and saves. */
export function NarrativeEditor({ onLeave, ...story }: NarrativeEditorProps) {
  const publishing = useDraft(story);
  const { draft, progress } = publishing;
  const removes = isRemoval(draft);
  useFocusRules(focusStateOf(publishing));

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
      <Desk publishing={publishing} isContinued={story.continued !== undefined} />
      <SigningFacts draft={draft} published={story.narrative} />
      <p className="soft">Published text stays public in the history, even if you remove it.</p>
      <Actions publishing={publishing} onLeave={onLeave} />
      <EditorNotices
        isSaved={publishing.isSaved}
        isSigned={draft.signed !== undefined}
        isStale={isSignatureStale(draft)}
        onDiscardSignature={publishing.discardSignature}
        isRemoval={removes}
        onKeepStory={draft.replaced && thenFocusText(publishing.undoReplacement)}
        {...progress}
      />
      {publishing.newer && (
        <Notice tone="warning" role="region" aria-label="What publishing would change">
          <ErrorBoundary fallback={null}>
            <TextChanges before={publishing.newer.narrative ?? ""} after={draft.text} />
          </ErrorBoundary>
        </Notice>
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

/** The text, and the story as readers will see it. */
function Desk({ publishing, isContinued }: { publishing: Publishing; isContinued: boolean }) {
  const { draft, changeText, savedAt } = publishing;
  const { isSaving } = publishing.progress;
  const textareaId = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isContinued) putCaretAtEnd(textarea.current);
  }, [isContinued]);
  return (
    <div className="editor__desk stack stack--loose">
      <div className="editor__pane stack">
        <div className="editor__head row">
          <label className="eyebrow" htmlFor={textareaId}>
            Write
          </label>
          <FormatToolbar textarea={textarea} disabled={isSaving} onText={changeText} />
        </div>
        <textarea
          id={textareaId}
          ref={textarea}
          data-focus-target="text"
          rows={12}
          dir="auto"
          value={draft.text}
          readOnly={isSaving}
          onChange={(event) => changeText(event.target.value)}
          onKeyDown={(event) => formatOnKey(event, changeText)}
        />
        <TextFacts text={draft.text} savedAt={savedAt} />
      </div>
      <Preview text={draft.text} />
    </div>
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
        data-focus-target="sign"
        disabled={!canSign(draft) || progress.isSigning}
        onClick={publishing.sign}
      >
        Sign
      </Button>
      <Button
        isPrimary
        data-focus-target="save"
        disabled={!canSave(draft) || progress.isSaving}
        onClick={() => publishing.save(onLeave)}
      >
        Save
      </Button>
    </div>
  );
}

/** How long the text is, and when the browser stored it as a draft. */
function TextFacts({ text: newest, savedAt }: { text: string; savedAt: Date | undefined }) {
  const text = useDeferredValue(newest);
  const words = text.match(/\S+/g)?.length ?? 0;
  return (
    <p className="editor__facts eyebrow">
      <span>
        {words.toLocaleString("en")} {words === 1 ? "word" : "words"}
      </span>
      {savedAt && <span>Draft saved {timeOfDraft(savedAt)}</span>}
    </p>
  );
}

/** Browsers put it before the text. */
function putCaretAtEnd(textarea: HTMLTextAreaElement | null): void {
  textarea?.setSelectionRange(textarea.value.length, textarea.value.length);
}

function focusStateOf({ draft, progress }: Publishing): FocusState {
  if (progress.isSaving) return "saving";
  if (progress.isSigning) return "signing";
  return draft.signed ? "signed" : "writing";
}

/** Maximum cost of what is rendered while typing; costlier texts would make typing lag. */
const maxLiveCost = 40;

/** The story as readers will see it. */
export function Preview({ text: newest }: { text: string }) {
  const text = useDeferredValue(newest);
  const [requested, setRequested] = useState("");
  const isLive = renderingCost(text, maxLiveCost) <= maxLiveCost;
  const shown = isLive ? text : requested;
  return (
    <section className="editor__pane stack" aria-label="Preview">
      <p className="eyebrow" aria-hidden="true">
        Preview
      </p>
      <div className="editor__preview" {...scrollable}>
        {!isLive && shown !== text && (
          <Button isSmall onClick={() => setRequested(text)}>
            Render this long story
          </Button>
        )}
        {text === "" && <p className="small">Nothing to preview yet.</p>}
        {shown !== "" && <Story text={shown} isBesideEditor />}
      </div>
    </section>
  );
}
