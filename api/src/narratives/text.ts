/** Maximum length of a story's searched beginning, in UTF-16 code units; limits indexing time. */
const maxSearchedTextLength = 200_000;
/** Number of UTF-16 code units that `shorten` reads, because a text may be a megabyte. */
const maxShortenedTextLength = 4_000;

/** Matches headings and images. */
const headingOrImage = /^ {0,3}#{1,6}[ \t][^\n]*$|!\[[^[\]]{0,1000}\]\([^()\s]{0,2000}\)/gm;

/** Returns a story's beginning without Markdown; uses headings and images only if there is no other text. */
export function firstWords(narrative: string, graphemes: number): string {
  const beginning = narrative.slice(0, maxShortenedTextLength);
  const words = (text: string) => shorten(toPlainText(text), graphemes);
  return words(beginning.replace(headingOrImage, "")) || words(beginning);
}

const splitGraphemes = new Intl.Segmenter("en");

/** Returns one line with at most `graphemes` graphemes, cut between words if possible. */
export function shorten(text: string, graphemes: number): string {
  const line = toSingleLine(text.slice(0, maxShortenedTextLength));
  // A grapheme cluster can have any number of combining marks; this limits their total.
  const maxUnits = 8 * graphemes;
  let end = 0;
  let beforeLast = 0;
  let count = 0;
  for (const { segment } of splitGraphemes.segment(line)) {
    if (count === graphemes || end + segment.length > maxUnits) {
      return ellipsize(line.slice(0, beforeLast));
    }
    beforeLast = end;
    end += segment.length;
    count += 1;
  }
  return line;
}

/** Cuts a text after a word if most of the text remains, and appends an ellipsis. */
function ellipsize(text: string): string {
  const lastSpace = text.lastIndexOf(" ");
  const cut = lastSpace > text.length / 2 ? text.slice(0, lastSpace) : text;
  return cut === "" ? "" : `${cut.replace(/[\s,;:.\u2013\u2014-]+$/u, "")}…`;
}

// Bidirectional control characters, which would affect the following text.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const controls = /[\p{Cc}\u2028\u2029\ufeff]/gu;

/** Returns the text without line breaks, control characters, lone surrogates and repeated spaces. */
function toSingleLine(text: string): string {
  const plain = text.toWellFormed().replace(controls, " ").replace(directionMarks, "");
  return plain.replace(/\s+/gu, " ").trim();
}

/**
 * Returns a story as one line of plain text, without Markdown and HTML. Uses patterns, because
 * parsing would take a hundred times as long, too long for 10,000 stories; unusual Markdown may
 * leave some syntax behind. Takes linear time for any text.
 */
export function toPlainText(narrative: string): string {
  let text = stripComments(narrative.slice(0, maxSearchedTextLength));
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  const line = toSingleLine(text.replace(entity, decodeEntity).replace(escaped, restoreEscaped));
  const parts = line.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== "").join(" · ");
}

/** Matches a heading at a text's start. */
const firstHeading = /^(?:\s*\n)? {0,3}#{1,6}[ \t][^\n]{0,300}(?:\n|$)/;

/** Returns a story as plain text, without its title: the heading that it starts with; empty if there is none. */
export function splitTitle(narrative: string): { title: string; text: string } {
  const plain = toPlainText(narrative);
  const [heading = ""] =
    firstHeading.exec(stripComments(narrative.slice(0, maxSearchedTextLength))) ?? [];
  const title = toPlainText(heading);
  if (!plain.startsWith(title)) return { title: "", text: plain };
  const text = plain.slice(title.length).replace(/^ · /, "");
  return { title, text };
}

/** Private-use separator between a heading and its text, between list items, and between table cells. */
const separator = "\ue07f";
const withSeparator = (line: string) => `${line}\n${separator}`;

/** Maps escaped punctuation to Unicode's private use area, so that it does not count as markup. */
const privateUse = 0xe000;
const escaped = /[\ue021-\ue07e]/g;
const hideEscaped = (_: string, character: string) =>
  String.fromCharCode(privateUse + character.charCodeAt(0));
const restoreEscaped = (character: string) =>
  String.fromCharCode(character.charCodeAt(0) - privateUse);

const link =
  /!?\[([^[\]]{0,1000})\](?:\([^()\s]{0,2000}(?:[ \t]+"[^"]{0,300}")?\)|\[[^[\]]{0,300}\])/g;

type Replacement = [RegExp, string] | [RegExp, (match: string, group: string) => string];

/** Applied in this order. Each pattern matches a bounded number of characters at any position. */
const replacements: [RegExp, never][] = (
  [
    [/\\([!-/:-@[-`{-~])/g, hideEscaped],
    // Hard line breaks.
    [/\\$/gm, ""],
    [/<\/?[a-z][^<>]{0,1000}>/gi, " "],
    [/^ {0,3}#{1,6}[ \t][^\n]{0,300}$/gm, withSeparator],
    // List items without punctuation at their end.
    [
      /^(?![ \t*-]+$)[> \t]{0,9}(?:[-*+]|\d{1,9}[.)])[ \t][^\n]{0,300}[^\s.,:;!?…]$/gm,
      withSeparator,
    ],
    // Code fences.
    [/^ {0,3}(?:`{3,}|~{3,})[^\n]*$/gm, ""],
    // Link reference definitions, but not footnotes.
    [/^ {0,3}\[(?!\^)[^[\]]{1,300}\]:[ \t][^\n]*$/gm, ""],
    // Twice, for images inside links.
    [link, "$1"],
    [link, "$1"],
    // Quotes, headings, list items.
    [/^[ \t]*(?:(?:>|(?:#{1,6}|[-*+]|\d{1,9}[.)]|\[[ x]\])(?=[ \t]))[ \t]*)+/gm, ""],
    // Closing heading markers.
    [/(?<=\S[ \t])#+[ \t]*$/gm, ""],
    // Setext underlines, rules, and table delimiter rows.
    [/^[ \t|:=*_-]+$/gm, ""],
    [/^[ \t]*\|[^\n]*$/gm, (row: string) => row.replaceAll("|", ` ${separator} `)],
    [/(?<=\S)(?:\*+|~~|`+)|(?:\*+|~~|`+)(?=\S)/g, ""],
    [/(?<![\p{L}\p{N}_])_+(?=\S)|(?<=[^\s_])_+(?![\p{L}\p{N}_])/gu, ""],
  ] satisfies Replacement[]
).map(([pattern, replacement]) => [pattern, replacement as never]);

/** A fiction reader's speed in words per minute: Brysbaert (2019), https://doi.org/10.1016/j.jml.2019.104047. */
const wordsPerMinute = 260;

/** Returns a plain text's reading time in minutes, rounded, at least 1. */
export function readingMinutes(plain: string): number {
  return Math.max(1, Math.round(plain.split(" ").length / wordsPerMinute));
}

/** Removes HTML comments, and everything after an unclosed comment. */
function stripComments(text: string): string {
  const kept: string[] = [];
  let position = 0;
  for (;;) {
    const start = text.indexOf("<!--", position);
    if (start === -1) return kept.join(" ") + text.slice(position);
    kept.push(text.slice(position, start), " ");
    const end = text.indexOf("-->", start + "<!".length);
    if (end === -1) return kept.join("");
    position = end + "-->".length;
  }
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip));/gi;
const namedCharacters: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};

function decodeEntity(text: string, decimal?: string, hex?: string, name = ""): string {
  const code = decimal !== undefined ? Number(decimal) : hex && Number.parseInt(hex, 16);
  if (typeof code !== "number") return namedCharacters[name.toLowerCase()] ?? text;
  return code <= 0x10_ffff ? String.fromCodePoint(code) : "\ufffd";
}
