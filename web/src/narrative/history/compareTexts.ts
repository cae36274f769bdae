import { diffArrays } from "diff";
import { toUnixLineEnds } from "../storyText.ts";

/** Part of a comparison: in both texts, only in the newer text, or only in the older text. */
export interface Segment {
  kind: "unchanged" | "added" | "removed";
  text: string;
}

/** Maximum edit distance; a higher limit would block the browser. */
const maxEdits = 2_000;

/**
 * Compares two texts by words, by lines if too many words changed, or as a whole if too many lines
 * changed. The stretches cover every character of both texts; line ends are `\n`.
 */
export function compareTexts(older: string, newer: string): Segment[] {
  const [before, after] = [toUnixLineEnds(older), toUnixLineEnds(newer)];
  const stretches =
    compare(splitWords(before), splitWords(after)) ??
    compare(splitLines(before), splitLines(after));
  return mergeShortMatches(
    stretches ?? [createSegment("removed", before), createSegment("added", after)],
  );
}

function compare(before: string[], after: string[]): Segment[] | undefined {
  return diffArrays(before, after, { maxEditLength: maxEdits })?.map(({ added, removed, value }) =>
    createSegment(added ? "added" : removed ? "removed" : "unchanged", value.join("")),
  );
}

/** Splits a text into words with their trailing spaces, so that no match consists of a space. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const { segment } of wordSegments(text)) {
    const last = words.length - 1;
    if (last >= 0 && segment.trim() === "") words[last] += segment;
    else words.push(segment);
  }
  return words;
}

// Firefox has `Intl.Segmenter` since 2024.
const { Segmenter }: Partial<Pick<typeof Intl, "Segmenter">> = Intl;
const segmenter = Segmenter && new Segmenter("en", { granularity: "word" });
const wordOrCharacter = /[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}\p{M}_]+)*|[^\p{L}\p{N}\p{M}_]/gu;

/** Splits a text into words and separators; without `Intl.Segmenter`, by spaces and punctuation. */
function wordSegments(
  text: string,
): Iterable<{ segment: string; isWordLike?: boolean | undefined }> {
  if (segmenter) return segmenter.segment(text);
  return Array.from(text.matchAll(wordOrCharacter), ([segment]) => ({
    segment,
    isWordLike: /[\p{L}\p{N}]/u.test(segment),
  }));
}

function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/**
 * Merges short matches, such as a comma, into the surrounding changes, because short matches make a
 * comparison hard to read.
 */
function mergeShortMatches(stretches: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) joined.push(createSegment("removed", removed));
    if (added) joined.push(createSegment("added", added));
    removed = added = "";
  };
  for (const [index, { kind, text }] of stretches.entries()) {
    const isBetweenChanges = index > 0 && index < stretches.length - 1;
    const isSplinter = isBetweenChanges && !/[\p{L}\p{N}\n]/u.test(text);
    if (kind !== "added" && (kind === "removed" || isSplinter)) removed += text;
    if (kind !== "removed" && (kind === "added" || isSplinter)) added += text;
    if (kind === "unchanged" && !isSplinter) {
      flush();
      if (text) joined.push(createSegment("unchanged", text));
    }
  }
  flush();
  return joined;
}

function createSegment(kind: Segment["kind"], text: string): Segment {
  return { kind, text };
}

export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of wordSegments(text)) if (isWordLike) count++;
  return count;
}

/** Matches invisible and formatting characters: controls, direction marks, joiners. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Matches characters that are legitimate in stories: line breaks, tabs, and joiners of emoji and some scripts. */
const allowedInvisible = /[\n\t\u200c\u200d]/;

/** Returns the text with invisible characters as code points, such as `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) =>
    allowedInvisible.test(character) ? character : formatCodePoint(character),
  );
}

/** Makes a change's invisible characters and line breaks visible, and its spaces if the change is blank. */
export function visibleChange(text: string): string {
  const shown = visibleText(text).replaceAll("\n", "↵\n");
  return text.trim() === "" ? shown.replaceAll(" ", "·").replaceAll("\t", "→") : shown;
}

function formatCodePoint(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return `⟨U+${number.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
