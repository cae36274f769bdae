import { expect } from "chai";
import { type SearchedStory, searchBook, searchedWords } from "#protocol/wire/bookSearch";

/** Returns the indices of the texts that match a query. */
function find(texts: readonly string[], query: string): number[] {
  const stories = texts.map(
    (text, index): SearchedStory => [String(index), `Name ${index}`, 0, searchedWords(text)],
  );
  return searchBook(stories, query).map(([drifterId]) => Number(drifterId));
}

describe("book search", () => {
  it("finds stories that match every word and phrase, ignoring case and accents", () => {
    const texts = [
      "The Well of Ilse",
      "a well, dry",
      "Déjà vu at the WELL",
      "constructor",
      "夜空に星灯りが見えた。 Straße",
    ];
    for (const [query, places] of [
      ["well", [0, 1, 2]],
      ["THE well", [0, 2]],
      ["deja well", [2]],
      ['"well dry" a', [1]],
      ['"dry well"', []],
      ["nothing", []],
      ["well nothing", []],
      ["  ", []],
      ["!?", []],
      ["__proto__", []],
      ["constructor", [3]],
      ["星灯り STRASSE", [4]],
    ] as const) {
      expect(find(texts, query), query).to.deep.equal(places);
    }
  });

  it("treats the last word as a prefix until a space follows it", () => {
    const texts = ["wellspring", "well", "swell"];
    expect(find(texts, "wel")).to.deep.equal([0, 1]);
    expect(find(texts, "well ")).to.deep.equal([1]);
    expect(find(texts, "we")).to.deep.equal([]);
  });
});
