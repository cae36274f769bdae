import { useMemo } from "react";
import { noun } from "#protocol/values/noun";
import { scrollable } from "../../components/scrollable.ts";
import {
  compareTexts,
  countWords,
  type Segment,
  visibleChange,
  visibleText,
} from "./compareTexts.ts";

interface TextChangesProps {
  /** Undefined for the first revision. */
  before: string | undefined;
  after: string;
}

/** Renders a revision's changes as Markdown source, marked by signs and text as well as by colors. */
export default function TextChanges({ before, after }: TextChangesProps) {
  const stretches = useMemo(
    () => (before === undefined ? undefined : compareTexts(before, after)),
    [before, after],
  );
  if (stretches === undefined) {
    return (
      <>
        <p>The first text of this {noun}, as it was signed.</p>
        <pre className="changes box" dir="auto" {...scrollable}>
          {visibleText(after)}
        </pre>
      </>
    );
  }
  return (
    <>
      <p>{summarizeChanges(stretches)}</p>
      <pre className="changes box" dir="auto" {...scrollable}>
        {stretches.map((stretch, index) => (
          <Change
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes.
            key={index}
            {...stretch}
            isFirst={index === 0}
            isLast={index === stretches.length - 1}
          />
        ))}
      </pre>
    </>
  );
}

function Change({ kind, text, isFirst, isLast }: Segment & { isFirst: boolean; isLast: boolean }) {
  if (kind === "unchanged") return abridge(text, isFirst, isLast);
  const Element = kind === "added" ? "ins" : "del";
  return (
    <Element>
      <span className="visually-hidden">{` [${kind}: `}</span>
      <span aria-hidden="true">{kind === "added" ? "+" : "−"}</span>
      <bdi>{visibleChange(text)}</bdi>
      <span className="visually-hidden">{"] "}</span>
    </Element>
  );
}

/** Number of unchanged characters shown around a change. */
const contextLength = 160;

function abridge(text: string, isFirst: boolean, isLast: boolean) {
  const head = isFirst ? "" : text.slice(0, contextLength).replace(/\S*$/, "");
  const tail = isLast ? "" : text.slice(-contextLength).replace(/^\S*/, "");
  const skipped = text.slice(head.length, text.length - tail.length);
  if (countWords(skipped) < 20) {
    return <bdi>{visibleText(text)}</bdi>;
  }
  return (
    <>
      <bdi>{visibleText(head)}</bdi>
      <span className="changes__gap">{`… ${countWords(skipped)} unchanged words …`}</span>
      <bdi>{visibleText(tail)}</bdi>
    </>
  );
}

function summarizeChanges(stretches: readonly Segment[]): string {
  const [added, removed] = (["added", "removed"] as const).map((kind) =>
    countWords(
      stretches
        .filter((stretch) => stretch.kind === kind)
        .map(({ text }) => text)
        .join(" "),
    ),
  );
  if (!stretches.some(({ kind }) => kind !== "unchanged")) return "Nothing changed.";
  if (!added && !removed) return "Only spaces, punctuation or line breaks changed.";
  return `${formatCount(added)} added (+), ${formatCount(removed)} removed (−).`;
}

function formatCount(count = 0): string {
  return count === 1 ? "1 word" : `${count.toLocaleString("en-US")} words`;
}
