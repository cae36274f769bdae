import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { renderingCost } from "#protocol/stories/markdownCost";
import { Button } from "../components/Button.tsx";
import { formatDraftTime } from "./draftTime.ts";
import { FormatToolbar, formatOnKey } from "./FormatToolbar.tsx";
import { Story } from "./Story.tsx";
import type { Publishing } from "./useDraft.ts";

const panes = ["Write", "Preview"] as const;
type Pane = (typeof panes)[number];

interface EditorDeskProps {
  publishing: Publishing;
  isContinued: boolean;
}

/** Renders the text and its preview: side by side, or as two tabs on narrow screens. */
export function EditorDesk({ publishing, isContinued }: EditorDeskProps) {
  const hasTabs = useIsNarrow();
  const [pane, setPane] = useState<Pane>("Write");
  const id = useId();
  const panelProps = (each: Pane) =>
    hasTabs
      ? { id: `${id}${each}`, role: "tabpanel", "aria-labelledby": `${id}${each}-tab` }
      : { "aria-label": each };
  return (
    <div className="editor__desk stack">
      {hasTabs && <Tabs id={id} chosen={pane} onChoose={setPane} />}
      <div
        className="editor__pane stack"
        hidden={hasTabs && pane !== "Write"}
        {...(hasTabs && panelProps("Write"))}
      >
        <WritePane
          publishing={publishing}
          isContinued={isContinued}
          isShown={!hasTabs || pane === "Write"}
        />
      </div>
      {(!hasTabs || pane === "Preview") && (
        <section className="editor__pane stack" {...panelProps("Preview")}>
          {!hasTabs && (
            <p className="editor__head small row" aria-hidden="true">
              Preview
            </p>
          )}
          <Preview text={publishing.draft.text} />
        </section>
      )}
    </div>
  );
}

interface TabsProps {
  id: string;
  chosen: Pane;
  onChoose: (pane: Pane) => void;
}

function Tabs({ id, chosen, onChoose }: TabsProps) {
  function chooseOther({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) return;
    const isFirst = key === "Home" || (key !== "End" && chosen === "Preview");
    const next = isFirst ? "Write" : "Preview";
    onChoose(next);
    currentTarget.querySelector<HTMLElement>(`[id="${id}${next}-tab"]`)?.focus();
  }
  return (
    <div className="editor__tabs row" role="tablist" aria-label="Story" onKeyDown={chooseOther}>
      {panes.map((pane) => (
        <button
          key={pane}
          id={`${id}${pane}-tab`}
          className="plain-button sign"
          type="button"
          role="tab"
          aria-selected={pane === chosen}
          aria-controls={pane === chosen ? id + pane : undefined}
          tabIndex={pane === chosen ? 0 : -1}
          onClick={() => onChoose(pane)}
        >
          {pane}
        </button>
      ))}
    </div>
  );
}

interface WritePaneProps extends EditorDeskProps {
  isShown: boolean;
}

function WritePane({ publishing, isContinued, isShown }: WritePaneProps) {
  const { draft, changeText, savedAt } = publishing;
  const { isSaving } = publishing.progress;
  const textareaId = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isContinued) putCaretAtEnd(textarea.current);
  }, [isContinued]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the text or its visibility changes.
  useLayoutEffect(() => fitToText(textarea.current), [draft.text, isShown]);
  return (
    <>
      <div className="editor__head editor__head--write row">
        <label className="small" htmlFor={textareaId}>
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
    </>
  );
}

/** Moves the caret to the end, because browsers put it before the text. */
function putCaretAtEnd(textarea: HTMLTextAreaElement | null): void {
  textarea?.setSelectionRange(textarea.value.length, textarea.value.length);
}

/** Grows the textarea with its text in browsers without `field-sizing`, so that only the page scrolls. */
function fitToText(textarea: HTMLTextAreaElement | null): void {
  if (!textarea || globalThis.CSS?.supports("field-sizing", "content")) return;
  const { scrollY } = window;
  textarea.style.height = "auto";
  textarea.style.height = `${textarea.scrollHeight + 2}px`;
  window.scrollTo({ top: scrollY });
}

/** Renders the text's length and the time at which the browser stored it as a draft. */
function TextFacts({ text: newest, savedAt }: { text: string; savedAt: Date | undefined }) {
  const text = useDeferredValue(newest);
  const words = text.match(/\S+/g)?.length ?? 0;
  return (
    <p className="editor__facts small">
      <span>
        {words.toLocaleString("en")} {words === 1 ? "word" : "words"}
      </span>
      {savedAt && <span>Draft saved {formatDraftTime(savedAt)}</span>}
    </p>
  );
}

/** Maximum cost of a live preview; rendering costlier stories would make typing lag. */
const maxLiveCost = 40;

/** Matches a line break that Markdown joins: between two lines of a paragraph, without a mark at the first one's end. */
const joinedLines = /^(?! *(?:#|```|\|)).*[^\s\\]\n\p{L}/mu;

/** Renders the story as readers will see it, and explains line breaks that they will not see. */
export function Preview({ text: newest }: { text: string }) {
  const text = useDeferredValue(newest);
  const [requested, setRequested] = useState("");
  const isLive = renderingCost(text, maxLiveCost) <= maxLiveCost;
  const shown = isLive ? text : requested;
  return (
    <div className="editor__preview">
      {!isLive && shown !== text && (
        <Button isSmall onClick={() => setRequested(text)}>
          Render this long story
        </Button>
      )}
      {text === "" && <p className="small">Nothing to preview yet.</p>}
      {joinedLines.test(text) && (
        <p className="editor__hint small">
          An empty line starts a new paragraph, and a \ at the end of a line starts a new line.
        </p>
      )}
      {shown !== "" && <Story text={shown} isBesideEditor />}
    </div>
  );
}

/** Media query below the width at which NarrativeEditor.css puts the panes side by side. */
const narrow = "(max-width: 59.99rem)";

function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribeToNarrow, isNarrow, () => false);
}

const isNarrow = () => window.matchMedia(narrow).matches;

function subscribeToNarrow(listener: () => void): () => void {
  const media = window.matchMedia(narrow);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
