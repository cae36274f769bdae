import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { Address } from "viem";
import { renderingCost } from "#protocol/stories/markdownCost";
import { isStory } from "#protocol/stories/narrative";
import { noun } from "#protocol/values/noun";
import { ActionLink } from "../components/ActionLink.tsx";
import { Button } from "../components/Button.tsx";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { lazily } from "../components/lazily.tsx";
import { Notice } from "../components/Notice.tsx";
import { scrollable } from "../components/scrollable.ts";
import { timeOfDraft } from "../components/when.ts";
import { runtimeConfig } from "../env.ts";
import { type FocusState, focusFirst, useFocusRules } from "../page/focusRules.ts";
import {
  canSave,
  canSign,
  type Draft,
  isRemoval,
  isSignatureStale,
  signedText,
  sizeNearLimit,
} from "./draft.ts";
import { EditorNotices } from "./EditorNotices.tsx";
import { FormatToolbar, formatOnKey } from "./FormatToolbar.tsx";
import { setLeftDraft } from "./leftDraft.ts";
import { SavedDrafts } from "./SavedDrafts.tsx";
import { Story } from "./Story.tsx";
import type { SaveCondition } from "./saveNarrative.ts";
import { randomCommentOf } from "./storyText.ts";
import { useDraft } from "./useDraft.ts";
import "./NarrativeEditor.css";

const TextChanges = lazily(() => import("./history/TextChanges.tsx"));

const disclaimers = [
  `You will sign a message including your ${noun}'s ID and a hash of the narrative you've entered. This will prove you own the ${noun}, and thus have the right to save the narrative. This is free and gasless, and provides no other access to your wallet or its contents.`,
  "Oh, and this is Markdown. So you can add some formatting and links and such.",
];

interface NarrativeEditorProps {
  drifterId: string;
  author: Address;
  /** The published story; empty when there is none. */
  narrative: string;
  /** Precondition of the save: it replaces only that version. */
  condition: SaveCondition;
  /** A text that was left before and is continued. */
  continued?: Draft | undefined;
  onLeave: () => void;
}

/** The form in which an owner writes, signs and saves. */
export function NarrativeEditor(props: NarrativeEditorProps) {
  const { drifterId, author, narrative, condition, continued, onLeave } = props;
  const publishing = useDraft({ drifterId, author, narrative, condition, continued });
  const { draft, progress } = publishing;
  const { isSigning, isSaving } = progress;
  const removes = isRemoval(draft);
  const size = sizeNearLimit(draft, runtimeConfig().maxBodyBytes);
  const textareaId = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  useFocusRules(focusStateOf(publishing));

  const isContinued = continued !== undefined;
  const takeAway = useEffectEvent(() => publishing.leave("taken"));
  useEffect(() => {
    setLeftDraft(undefined);
    if (isContinued) putCaretAtEnd(textarea.current);
    return takeAway;
  }, [isContinued]);
  function remove() {
    publishing.empty();
    focusFirst(["text"]);
  }
  function keepStory() {
    publishing.undoReplacement();
    focusFirst(["text"]);
  }
  function cancel() {
    publishing.leave("cancelled");
    onLeave();
  }

  return (
    <form className="editor stack stack--loose" onSubmit={(event) => event.preventDefault()}>
      <SavedDrafts
        drafts={publishing.savedDrafts}
        canUndo={draft.replaced !== undefined && !removes}
        onContinue={publishing.continueDraft}
        onUndo={publishing.undoReplacement}
        onDiscard={publishing.discardDraft}
      />
      <div className="editor__desk stack stack--loose">
        <div className="editor__pane stack">
          <div className="editor__head row">
            <label className="eyebrow" htmlFor={textareaId}>
              Write
            </label>
            <FormatToolbar textarea={textarea} disabled={isSaving} onText={publishing.changeText} />
          </div>
          <textarea
            id={textareaId}
            ref={textarea}
            data-focus-target="text"
            rows={12}
            dir="auto"
            value={draft.text}
            readOnly={isSaving}
            onChange={(event) => publishing.changeText(event.target.value)}
            onKeyDown={(event) => formatOnKey(event, publishing.changeText)}
          />
          <TextFacts text={draft.text} savedAt={publishing.savedAt} />
        </div>
        <Preview text={draft.text} />
      </div>
      <div className="stack">
        {size && (
          <p className={`editor__size ${size.isTooLong ? "field__fault" : "small"}`}>
            {size.text}
            {size.isTooLong && ". The service won't take it; shorten the story before you sign."}
          </p>
        )}
        <details>
          <summary>What you will sign</summary>
          <code className="box">
            {draft.message ?? "Edit the text to see the message you will sign."}
          </code>
        </details>
        {draft.message && <SigningComment text={signedText(draft)} published={narrative} />}
      </div>
      <p className="soft">Published text stays public in the history, even if you remove it.</p>
      <div className="editor__actions row">
        <ActionLink onAction={cancel}>Cancel</ActionLink>
        <Button
          data-focus-target="sign"
          disabled={!canSign(draft) || isSigning}
          onClick={publishing.sign}
        >
          Sign
        </Button>
        <Button
          isPrimary
          data-focus-target="save"
          disabled={!canSave(draft) || isSaving}
          onClick={() => publishing.save(onLeave)}
        >
          Save
        </Button>
      </div>
      <EditorNotices
        isSaved={publishing.isSaved}
        isSigned={draft.signed !== undefined}
        isStale={isSignatureStale(draft)}
        onDiscardSignature={publishing.discardSignature}
        isRemoval={removes}
        onKeepStory={draft.replaced && keepStory}
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
      {narrative !== "" && !removes && !isSaving && (
        <p>
          <ActionLink onAction={remove}>Remove story</ActionLink>
        </p>
      )}
    </form>
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

function focusStateOf({ draft, progress }: ReturnType<typeof useDraft>): FocusState {
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

interface SigningCommentProps {
  /** The text to sign. */
  text: string;
  /** The published story. */
  published: string;
}

/** Explains the comment in front of a restored version, or in place of a removed story. */
function SigningComment({ text, published }: SigningCommentProps) {
  const comment = randomCommentOf(text);
  if (comment === undefined || comment === randomCommentOf(published)) return null;
  return (
    <p className="soft">
      The comment <code>{comment}</code>{" "}
      {isStory(text) ? "is added before the old version" : "takes the story's place"}, because a
      replaced text can't be published again unchanged. Readers don't see it.
    </p>
  );
}
