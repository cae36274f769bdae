import { expect } from "chai";
import { type Format, formatText } from "../../../web/src/narrative/formatText.ts";

/** Formats the part of a text between `«` and `»`; returns the result with its selection marked in the same way. */
function format(kind: Format, marked: string): string {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  const text = marked.replace("«", "").replace("»", "");
  const edit = formatText(kind, { text, start, end });
  const result = text.slice(0, edit.from) + edit.by + text.slice(edit.to);
  const selected = result.slice(edit.start, edit.end);
  return `${result.slice(0, edit.start)}«${selected}»${result.slice(edit.end)}`;
}

describe("formatText", () => {
  for (const [kind, before, after] of [
    ["Bold", "one «two» three", "one **«two»** three"],
    ["Bold", "one **«two»** three", "one «two» three"],
    ["Italic", "one «two» three", "one *«two»* three"],
    ["Italic", "one «»", "one *«»*"],
    ["Italic", "one **«two»** three", "one ***«two»*** three"],
    ["Italic", "one ***«two»*** three", "one **«two»** three"],
    ["Heading", "one\ntw«o»\nthree", "one\n## tw«o»\nthree"],
    ["Heading", "«## two»", "«two»"],
    ["List", "«one\ntwo»\nthree", "- «one\n- two»\nthree"],
    ["Heading", "- «two»", "## «two»"],
    ["Quote", "«one\n- two»", "> «one\n> two»"],
    ["Bold", "«> two»", "> **«two»**"],
    ["Bold", "«## two »", "## **«two»** "],
    ["Bold", "- «one\n- two»", "- **«one**\n- **two»**"],
    ["Bold", "- **«one**\n- **two»**", "- «one\n- two»"],
    ["Bold", "[two](«https://»)", "**«[two](https://)»**"],
    ["Link", "[two](«https://»)", "«two»"],
    ["Link", "«- one\n- two»", "- [one](«https://»)\n- two"],
    ["List", "«- one\n- two»", "«one\ntwo»"],
  ] as const) {
    it(`${kind} turns “${before}” into “${after}”`, () => {
      expect(format(kind, before)).to.equal(after);
    });
  }

  it("produces valid Markdown for successive formats, without changing the selected text", () => {
    const row = ["Bold", "Italic", "Heading", "List", "Link"] as const;
    const steps = row.reduce((text, kind) => format(kind, text), "Hello «dust»");
    expect(steps).to.equal("- Hello ***[dust](«https://»)***");
  });

  for (const [kind, opening] of [
    ["Link", "[two]("],
    ["Image", "![two]("],
  ] as const) {
    it(`turns the selection into a ${kind}'s text, and selects the URL placeholder`, () => {
      const { by, start, end } = formatText(kind, { text: "one two", start: 4, end: 7 });
      expect(by).to.equal(`${opening}https://)`);
      expect(`one ${by}`.slice(start, end)).to.equal("https://");
    });
  }
});
