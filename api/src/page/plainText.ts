/** Only this much of a text is shortened, as a text may be a megabyte. In UTF-16 code units. */
export const longestText = 4_000;

// Bidirectional control characters, which would affect the text that follows.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const controls = /[\p{Cc}\u2028\u2029\ufeff]/gu;

/** One line of at most that many graphemes, cut between words if possible. */
export function shortened(text: string, graphemes: number): string {
  const line = onOneLine(text.slice(0, longestText));
  // A grapheme cluster can have any number of combining marks; this limits their total.
  const mostUnits = 8 * graphemes;
  let end = 0;
  let beforeLast = 0;
  let count = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(line)) {
    if (count === graphemes || end + segment.length > mostUnits) {
      return ellipsed(line.slice(0, beforeLast));
    }
    beforeLast = end;
    end += segment.length;
    count += 1;
  }
  return line;
}

/** Cuts a text after a word, if that leaves most of it. */
function ellipsed(text: string): string {
  const lastSpace = text.lastIndexOf(" ");
  const cut = lastSpace > text.length / 2 ? text.slice(0, lastSpace) : text;
  return cut === "" ? "" : `${cut.replace(/[\s,;:.\u2013\u2014-]+$/u, "")}…`;
}

/** The text without line breaks, control characters and lone surrogates, and without repeated spaces. */
export function onOneLine(text: string): string {
  const plain = text.toWellFormed().replace(controls, " ").replace(directionMarks, "");
  return plain.replace(/\s+/gu, " ").trim();
}
