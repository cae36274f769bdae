import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import {
  copyStories,
  exchangeFolders,
  recoverFolders,
} from "../../../scripts/world/exchangeFolders.ts";
import { filesIn } from "../../support/commands/books.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** Writes these files, each with its owner's name as the content. */
async function fill(folder: string, word: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), word);
  }
}

async function read(folder: string): Promise<Record<string, string>> {
  const paths = await filesIn(folder);
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ""]));
}

describe("exchangeFolders", () => {
  let home: string;
  let staged: string;
  const [present, next] = [
    { "narratives/1.1.a.json": "old", "collection/1.jpg": "old" },
    { "narratives/2.1.b.json": "new", "collection/2.jpg": "new" },
  ];
  beforeEach(async () => {
    [home, staged] = [join(await temporaryFolder(), "home"), await temporaryFolder()];
    await fill(home, "old", Object.keys(present));
    await fill(staged, "new", Object.keys(next));
  });

  it("replaces the folders permanently once the exchange is settled", async () => {
    const exchange = await exchangeFolders(staged, home);
    expect(await read(staged)).to.deep.equal({});
    await exchange.settle();
    expect(await read(home)).to.deep.equal(next);
  });

  it("restores all folders if the exchange is undone", async () => {
    await (await exchangeFolders(staged, home)).undo();
    expect([await read(home), await read(staged)]).to.deep.equal([present, next]);
  });

  it("restores the folders at the next start after an interruption mid-exchange", async () => {
    await fill(home, "old", ["former/narratives/1.1.a.json", "former/collection/1.jpg"]);
    const gone = await temporaryFolder();
    await fill(gone, "old", ["former/narratives/1.1.a.json"]);
    await fill(gone, "new", ["collection/2.jpg"]);
    await recoverFolders(gone);
    expect(await read(gone)).to.deep.equal({
      "narratives/1.1.a.json": "old",
      "collection/2.jpg": "new",
    });
    await recoverFolders(home);
    expect(await read(home)).to.deep.equal(present);
  });

  it("copies all of a token's stories, hidden or not, without locks and authorizations", async () => {
    const [from, to] = [join(home, "narratives"), join(staged, "narratives")];
    const stored = ["1.1.a.json", "1.2.c.json", "12.1.d.json", "hidden/3.json", ".format.json"];
    await fill(from, "old", [...stored, ".lock", "records/mint.9.json"]);
    await fill(to, "new", [
      "1.1.z.json",
      "1.3.y.json",
      "hidden/1.json",
      "3.1.x.json",
      "4.1.w.json",
      "9.1.v.json",
      "records/5.json",
    ]);
    await copyStories(from, to);
    expect(await read(to)).to.deep.equal({
      ...Object.fromEntries(stored.map((path) => [path, "old"])),
      ...{ "2.1.b.json": "new", "4.1.w.json": "new", "9.1.v.json": "new", "records/5.json": "new" },
    });
  });

  it("retains the new stories if there are no earlier stories", async () => {
    await copyStories(join(home, "nowhere"), join(staged, "narratives"));
    expect(await read(staged)).to.deep.equal(next);
  });
});
