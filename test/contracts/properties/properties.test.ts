import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";

const tests = import.meta.dirname;
const list = new URL("../../../docs/properties.md", import.meta.url);

describe("docs/properties.md", () => {
  it("names the same test files for each property as the tests do", async () => {
    expect(await propertiesOfTests()).to.deep.equal(await propertiesOfList());
  });

  it("numbers the properties without a gap: at least 21 of tokens and 15 of the sale", async () => {
    const properties = Object.keys(await propertiesOfList());
    const tokens = properties.filter((property) => property.startsWith("T"));
    const sale = properties.filter((property) => property.startsWith("S"));
    expect(tokens.length).to.be.at.least(21);
    expect(sale.length).to.be.at.least(15);
    expect(tokens).to.have.members(tokens.map((_, index) => `T${index + 1}`));
    expect(sale).to.have.members(sale.map((_, index) => `S${index + 1}`));
  });

  it("covers every Solidity test", async () => {
    for (const [file, source] of await testSources()) {
      const functions = source.match(/function (test|invariant_|afterInvariant)/g) ?? [];
      const named =
        source.match(/@custom:property [^\n]+\n\s*function (test|invariant_|afterInv)/g) ?? [];
      expect(named.length, file).to.equal(functions.length);
    }
  });
});

/** Files in the document's row, by property. */
async function propertiesOfList(): Promise<Record<string, string[]>> {
  const rows = (await readFile(list, "utf8")).matchAll(/^\| ([TS]\d+) \|.*\| ([^|]+) \|$/gm);
  return byNumber([...rows].map(([, property = "", files = ""]) => [property, files.split(", ")]));
}

/** Files whose tests name the property, by property. */
async function propertiesOfTests(): Promise<Record<string, string[]>> {
  const files = new Map<string, Set<string>>();
  for (const [file, source] of await testSources()) {
    for (const [, named = ""] of source.matchAll(/@custom:property ([^\n]+)/g)) {
      for (const property of named.split(", ")) {
        files.set(property, (files.get(property) ?? new Set()).add(file));
      }
    }
  }
  return byNumber([...files].map(([property, names]) => [property, [...names]]));
}

async function testSources(): Promise<[file: string, source: string][]> {
  const files = (await readdir(tests)).filter((file) => file.endsWith(".t.sol")).sort();
  return Promise.all(
    files.map(
      async (file): Promise<[string, string]> => [
        file.replace(".t.sol", ""),
        await readFile(`${tests}/${file}`, "utf8"),
      ],
    ),
  );
}

function byNumber(entries: [property: string, files: string[]][]): Record<string, string[]> {
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}
