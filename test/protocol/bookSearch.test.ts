import { expect } from "chai";
import { createBookSearch, SearchWords } from "#protocol/bookSearch";

/** Searches stories that are found by these texts, oldest first; runs the files as a page does. */
function searchOf(texts: readonly string[], failures = new Set<string>()) {
  const words = new SearchWords();
  for (const [index, text] of texts.entries()) words.add([String(index), `Name ${index}`, 0], text);
  const files = new Map([...words.files()].map(({ name, content }) => [name, content]));
  const loaded: string[] = [];
  const search = createBookSearch(async (name) => {
    loaded.push(name);
    if (failures.delete(name)) throw new Error(`${name} was not loaded`);
    let given: unknown;
    new Function("bookSearchData", files.get(name) ?? "")((_: string, data: unknown) => {
      given = data;
    });
    return given;
  });
  const find = async (query: string) =>
    (await search(query)).map(([drifterId]) => Number(drifterId));
  return { find, files, loaded };
}

describe("search of a book", () => {
  it("finds the stories that have all words, in any case and without accents", async () => {
    const { find } = searchOf([
      "The Well of Ilse",
      "a well, dry",
      "Déjà vu at the WELL",
      "constructor",
      "夜空に星灯りが見えた。 Straße",
    ]);
    for (const [query, places] of [
      ["well", [0, 1, 2]],
      ["THE well", [0, 2]],
      ["deja well", [2]],
      ["nothing", []],
      ["well nothing", []],
      ["  ", []],
      ["!?", []],
      ["__proto__", []],
      ["constructor", [3]],
      ["星灯り STRASSE", [4]],
    ] as const) {
      expect(await find(query), query).to.deep.equal(places);
    }
  });

  it("treats the last word as a prefix until a space follows it", async () => {
    const { find } = searchOf(["wellspring", "well", "swell"]);
    expect(await find("wel")).to.deep.equal([0, 1]);
    expect(await find("well ")).to.deep.equal([1]);
    expect(await find("we")).to.deep.equal([]);
  });

  it("loads a file again after a failed load", async () => {
    const failures = new Set(["stories.js", "words-0.js"]);
    const { find } = searchOf(["a well"], failures);
    for (const file of ["stories.js", "words-0.js"]) {
      const error = await find("well").catch((thrown: Error) => thrown.message);
      expect(error).to.equal(`${file} was not loaded`);
    }
    expect(await find("well")).to.deep.equal([0]);
  });

  it("loads only the parts of the words that a query needs", async () => {
    const many = Array.from({ length: 9_000 }, (_, index) => `alpha word${index} zulu`);
    const { find, files, loaded } = searchOf(many);
    expect(files.size).to.be.above(3);
    expect((await find("word8999")).at(0)).to.equal(8_999);
    expect(loaded.length).to.equal(2);
    expect(await find("zulu")).to.have.length(9_000);
    expect(await find("alpha word12 zulu")).to.deep.equal([12]);
    const all = await find("word");
    expect(all).to.have.length(9_000);
    expect(loaded.length).to.equal(files.size);
  });
});
