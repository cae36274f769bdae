import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";

const tests = import.meta.dirname;
const list = new URL("../../../docs/promises.md", import.meta.url);

describe("the list of promises", () => {
  it("names the files that test each promise, and they name it", async () => {
    expect(await promisesOfTests()).to.deep.equal(await promisesOfList());
  });

  it("is numbered without a gap: at least 21 of tokens and 15 of the sale", async () => {
    const promises = Object.keys(await promisesOfList());
    const tokens = promises.filter((promise) => promise.startsWith("T"));
    const sale = promises.filter((promise) => promise.startsWith("S"));
    expect(tokens.length).to.be.at.least(21);
    expect(sale.length).to.be.at.least(15);
    expect(tokens).to.have.members(tokens.map((_, index) => `T${index + 1}`));
    expect(sale).to.have.members(sale.map((_, index) => `S${index + 1}`));
  });

  it("leaves no Solidity test without a promise", async () => {
    for (const [file, source] of await testSources()) {
      const functions = source.match(/function (test|invariant_|afterInvariant)/g) ?? [];
      const named =
        source.match(/@custom:promise [^\n]+\n\s*function (test|invariant_|afterInv)/g) ?? [];
      expect(named.length, file).to.equal(functions.length);
    }
  });
});

/** By promise, the files of its row in the list. */
async function promisesOfList(): Promise<Record<string, string[]>> {
  const rows = (await readFile(list, "utf8")).matchAll(/^\| ([TS]\d+) \|.*\| ([^|]+) \|$/gm);
  return byNumber([...rows].map(([, promise = "", files = ""]) => [promise, files.split(", ")]));
}

/** By promise, the files whose tests name it. */
async function promisesOfTests(): Promise<Record<string, string[]>> {
  const files = new Map<string, Set<string>>();
  for (const [file, source] of await testSources()) {
    for (const [, named = ""] of source.matchAll(/@custom:promise ([^\n]+)/g)) {
      for (const promise of named.split(", ")) {
        files.set(promise, (files.get(promise) ?? new Set()).add(file));
      }
    }
  }
  return byNumber([...files].map(([promise, names]) => [promise, [...names]]));
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

function byNumber(entries: [promise: string, files: string[]][]): Record<string, string[]> {
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}
