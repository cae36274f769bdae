/** A text with a selection: [start, end) in UTF-16 code units. */
interface Selection {
  text: string;
  start: number;
  end: number;
}

/** Replaces [from, to) with `by`, then selects [start, end) in the result. */
interface Edit {
  from: number;
  to: number;
  by: string;
  start: number;
  end: number;
}

const marks = { Bold: "**", Italic: "*" } as const;
const prefixes = { Heading: "## ", List: "- ", Quote: "> " } as const;
const openings = { Link: "[", Image: "![" } as const;

/** Markdown formats that the editor offers, in toolbar order. */
export const formats = ["Bold", "Italic", "Heading", "List", "Quote", "Link", "Image"] as const;
export type Format = (typeof formats)[number];

/** Keys that format the selection together with Ctrl or Command. */
export const shortcuts: Readonly<Record<string, Format>> = { b: "Bold", i: "Italic", k: "Link" };

/** Matches a line's heading, list or quote marker, and its text without surrounding spaces. */
const lines = /^(#{1,6} |- |> )?([ \t]*)(\S.*?)(?=[ \t]*$)/gm;
const lineMark = /^(#{1,6} |- |> )/;

/** Returns the edit that toggles the selection's format. Each line stays valid Markdown. */
export function formatText(format: Format, { text, ...selection }: Selection): Edit {
  if (format === "Heading" || format === "List" || format === "Quote") {
    return formatLines(prefixes[format], { text, ...selection });
  }
  const { start, end } = extendToLink({ text, ...selection });
  const selected = text.slice(start, end);
  if (format === "Bold" || format === "Italic") {
    const mark = marks[format];
    const { length } = mark;
    const [before = ""] = /\**$/.exec(text.slice(0, start)) ?? [];
    const [after = ""] = /^\**/.exec(text.slice(end)) ?? [];
    // `***` is bold and italic, so only an odd number of asterisks is italic.
    const stars = Math.min(before.length, after.length);
    if (format === "Bold" ? stars >= 2 : stars % 2 === 1) {
      const from = start - length;
      const by = text
        .slice(from, end + length)
        .replace(lines, (_, of = "", space, words) => of + space + words.slice(length, -length));
      return { from, to: end + length, by, start: from, end: from + by.length };
    }
    const by = /\S/.test(selected)
      ? selected.replace(lines, (_, of = "", space, words) => of + space + mark + words + mark)
      : mark + selected + mark;
    const first = start + by.indexOf(mark) + length;
    return { from: start, to: end, by, start: first, end: start + by.lastIndexOf(mark) };
  }
  const linked = /^!?\[(.*)\]\(.*\)$/.exec(selected)?.[1];
  if (linked !== undefined) {
    return { from: start, to: end, by: linked, start, end: start + linked.length };
  }
  // A link's text is on one line.
  const [, ofLine = "", words = ""] = /^(#{1,6} |- |> )?(.*)/.exec(selected) ?? [];
  const from = start + ofLine.length;
  const opening = `${openings[format] + words}](`;
  const url = "https://";
  const at = from + opening.length;
  const to = from + words.length;
  return { from, to, by: `${opening + url})`, start: at, end: at + url.length };
}

function formatLines(prefix: string, { text, start, end }: Selection): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(from, end).split("\n");
  const added = before.every((line) => line.startsWith(prefix)) ? "" : prefix;
  const after = before.map((line) => added + line.replace(lineMark, ""));
  const by = after.join("\n");
  const shift = (after[0]?.length ?? 0) - (before[0]?.length ?? 0);
  const first = Math.max(from + added.length, start + shift);
  return { from, to: end, by, start: first, end: from + by.length };
}

/** Extends a selected URL to its complete link; returns any other selection unchanged. */
function extendToLink({ text, start, end }: Selection): Pick<Selection, "start" | "end"> {
  const link = /!?\[[^\]\n]*\]\($/.exec(text.slice(0, start));
  return link ? { start: link.index, end: text.indexOf(")", end) + 1 || end } : { start, end };
}
