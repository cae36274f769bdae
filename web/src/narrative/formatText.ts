/** A text with a selection: [start, end) in UTF-16 code units. */
interface Selection {
  text: string;
  start: number;
  end: number;
}

/** Replaces [from, to) of a text by `by`, and then selects [start, end) of the result. */
interface Edit {
  from: number;
  to: number;
  by: string;
  start: number;
  end: number;
}

const marks = { Bold: "**", Italic: "*" } as const;
const prefixes = { Heading: "## ", List: "- " } as const;
const openings = { Link: "[", Image: "![" } as const;

/** The formats of Markdown that the editor offers, in the order of its toolbar. */
export const formats = ["Bold", "Italic", "Heading", "List", "Link", "Image"] as const;
export type Format = (typeof formats)[number];

/** Letters that format the selection together with Ctrl or Command. */
export const shortcuts: Readonly<Record<string, Format>> = { b: "Bold", i: "Italic", k: "Link" };

/** Returns the edit that gives the selection a format, or takes it away if it has it. */
export function formatText(format: Format, { text, start, end }: Selection): Edit {
  const selected = text.slice(start, end);
  if (format === "Bold" || format === "Italic") {
    const mark = marks[format];
    const { length } = mark;
    const [before = ""] = /\**$/.exec(text.slice(0, start)) ?? [];
    const [after = ""] = /^\**/.exec(text.slice(end)) ?? [];
    // `***` is bold and italic, so only an odd number of asterisks is italic.
    const stars = Math.min(before.length, after.length);
    const isMarked = format === "Bold" ? stars >= 2 : stars % 2 === 1;
    const shift = isMarked ? -length : length;
    const edit = { start: start + shift, end: end + shift };
    if (isMarked) return { from: start - length, to: end + length, by: selected, ...edit };
    return { from: start, to: end, by: mark + selected + mark, ...edit };
  }
  if (format === "Heading" || format === "List") {
    const prefix = prefixes[format];
    const from = text.lastIndexOf("\n", start - 1) + 1;
    const lines = text.slice(from, end).split("\n");
    const isPrefixed = lines.every((line) => line.startsWith(prefix));
    const by = lines
      .map((line) => (isPrefixed ? line.slice(prefix.length) : prefix + line))
      .join("\n");
    return { from, to: end, by, start: from, end: from + by.length };
  }
  const opening = `${openings[format] + selected}](`;
  const url = "https://";
  const at = start + opening.length;
  return { from: start, to: end, by: `${opening + url})`, start: at, end: at + url.length };
}
