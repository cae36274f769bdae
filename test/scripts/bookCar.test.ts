import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { CarWriter } from "../../scripts/cli/stories/book/carWriter.ts";
import { relativeLinks } from "../../scripts/cli/stories/book/relativeLinks.ts";
import { openCar } from "../../scripts/cli/stories/carFiles.ts";
import { temporaryFolder } from "../api/apiFixture.ts";

/** What docs/proof-vectors.json has of directories; it was made by another implementation. */
interface Vector {
  name: string;
  files?: { path: string; text: string; repeated?: number }[];
  numbered?: { from: number; to: number; path: string; text: string };
  root: string;
}

const vectorsFile = new URL("../../docs/proof-vectors.json", import.meta.url);

describe("the CAR of a book", () => {
  it("has the root CIDs of docs/proof-vectors.json, for small and large files and directories, and gives the files back", async () => {
    const { directories } = JSON.parse(await readFile(vectorsFile, "utf8"));
    const path = join(await temporaryFolder(), "book.car");
    for (const [index, vector] of (directories as Vector[]).entries()) {
      const files = filesOf(vector);
      const root = await writeCar(`${path}${index}`, files);
      expect(root.toString(), vector.name).to.equal(vector.root);
      const read = await openCar(`${path}${index}`);
      const [name, content] = files.at(-1) ?? ["", Buffer.of()];
      expect(content.equals((await read.read(name)) ?? Buffer.of()), vector.name).to.equal(true);
      expect(await read.read("drifter")).to.equal(undefined);
      expect(await read.read("nothing/at/all")).to.equal(undefined);
      await read.close?.();
    }
    expect(directories).to.have.length(3);
  });

  it("has the same bytes for files on the disk, whatever their size", async () => {
    const folder = await temporaryFolder();
    const sizes = [0, 1, 1024 ** 2 - 1, 1024 ** 2, 1024 ** 2 + 1, 3 * 1024 ** 2];
    const files = sizes.map((size): [string, Buffer] => [
      `of/${size}`,
      Buffer.alloc(size, `${size} bytes, `),
    ]);
    const sources: [string, string][] = [];
    for (const [name, content] of files) {
      const source = join(folder, String(content.length));
      await writeFile(source, content);
      sources.push([name, source]);
    }
    const [given, read] = [join(folder, "given.car"), join(folder, "read.car")];
    expect(await writeCar(read, sources)).to.deep.equal(await writeCar(given, files));
    expect((await readFile(read)).equals(await readFile(given))).to.equal(true);
  });

  it("fails when a file cannot be read, or the CAR not be written", async () => {
    const folder = await temporaryFolder();
    for (const [path, source] of [
      ["nowhere/book.car", "nothing.txt"],
      ["book.car", "nothing.txt"],
    ] as const) {
      const files: [string, string][] = [["a.txt", join(folder, source)]];
      const error = await writeCar(join(folder, path), files).catch((thrown) => thrown);
      expect(error).to.include({
        code: "ENOENT",
        path: join(folder, path.includes("/") ? path : source),
      });
    }
  });
});

describe("relativeLinks", () => {
  const has = (path: string) =>
    ["index.html", "drifter/7.html", "drifter/7/1.html", "drifters/images/7.jpg"].includes(path);

  it("makes links to the book's files relative, and removes the target of others", () => {
    for (const [page, html, expected] of [
      ["index.html", '<a href="/drifter/7">', '<a href="drifter/7.html">'],
      ["drifter/7.html", '<a href="/">', '<a href="../index.html">'],
      ["drifter/7/1.html", '<a class="x" href="/drifter/7#a">', '<a class="x" href="../7.html#a">'],
      ["drifter/7.html", '<a href="/stories?query=x&amp;y">', '<a href="../index.html">'],
      ["drifter/7.html", '<a href="/drifter/8">8</a>', "<a>8</a>"],
      ["drifter/7.html", '<a href="/mint">', "<a>"],
      [
        "index.html",
        '<img src="/drifters/images/7.jpg" alt="">',
        '<img src="drifters/images/7.jpg" alt="">',
      ],
      ["index.html", '<img src="/drifters/images/8.jpg" alt="">', '<img alt="">'],
      ["index.html", '<source type="image/webp" srcSet="/a 160w"/>', ""],
      ["index.html", '<a href="https://a.example/">', '<a href="https://a.example/">'],
      ["index.html", '<a href="//a.example/">', '<a href="//a.example/">'],
      ["index.html", '<a href="#fn">', '<a href="#fn">'],
      ["index.html", "text href=&quot;/mint&quot;", "text href=&quot;/mint&quot;"],
    ] as const) {
      expect(relativeLinks(html, page, has)).to.equal(expected);
    }
  });
});

/** Writes a CAR of files, given as their contents or their places on the disk. */
async function writeCar(path: string, files: readonly (readonly [string, Buffer | string])[]) {
  const car = await CarWriter.create(path);
  try {
    for (const [name, file] of files) {
      await car.add(name, typeof file === "string" ? { source: file } : { content: file });
    }
    return await car.finish();
  } finally {
    car.close();
  }
}

function filesOf({ files = [], numbered }: Vector): [string, Buffer][] {
  const all = files.map(({ path, text, repeated = 1 }): [string, Buffer] => [
    path,
    Buffer.from(text.repeat(repeated)),
  ]);
  if (numbered === undefined) return all;
  const { from, to, path, text } = numbered;
  for (let n = from; n <= to; n += 1) {
    const put = (pattern: string) => pattern.replace("{n}", String(n));
    all.push([put(path), Buffer.from(put(text))]);
  }
  return all;
}
