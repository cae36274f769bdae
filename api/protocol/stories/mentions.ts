import { type DrifterId, isDrifterId } from "../values/drifterId.ts";
import { Noun, noun } from "../values/noun.ts";

/** A mention of a token in a text: `#12`, or the noun before `12` or `#12`, as in `Keeper 12`. */
export interface Mention {
  /** Index of the mention's first UTF-16 code unit. */
  start: number;
  /** Index after the mention's last UTF-16 code unit. */
  end: number;
  drifterId: DrifterId;
}

/** Matches a mention outside words and paths, and not at the start of a longer number such as 1,000 or 1.5. */
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_#&/])(?:(?:${noun}|${Noun})[ \u00a0]#?|#)(\d{1,78})(?![\p{L}\p{M}\p{N}_]|[.,]\d)`,
  "gu",
);

/**
 * Finds the mentions in a text without markup, such as a text node outside links and code in parsed
 * Markdown.
 *
 * @example findMentions("See #12.") // [{ start: 4, end: 7, drifterId: "12" }]
 */
export function findMentions(text: string): Mention[] {
  const mentions: Mention[] = [];
  for (const { 0: match, 1: drifterId = "", index } of text.matchAll(pattern)) {
    if (!isDrifterId(drifterId)) continue;
    mentions.push({ start: index, end: index + match.length, drifterId });
  }
  return mentions;
}

/** Matches a link to a token's page on this site: its label and its token. */
const linkPattern = new RegExp(
  String.raw`\[([^[\]]{1,300})\]\(<?/${noun}/(\d{1,78})(?=[\s>)#?])`,
  "g",
);

/** Finds the links to tokens' pages in a story's Markdown, such as `[my nephew](/keeper/12)`. */
export function findLinkedTokens(markdown: string): { label: string; drifterId: DrifterId }[] {
  return [...markdown.matchAll(linkPattern)].flatMap(([, label = "", drifterId = ""]) =>
    isDrifterId(drifterId) ? [{ label, drifterId }] : [],
  );
}
