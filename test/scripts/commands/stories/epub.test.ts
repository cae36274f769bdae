import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import { sealPath } from "#protocol/stories/seal";
import { storyXhtml } from "../../../../api/src/book/epub/xhtml.ts";
import { elementsOf, parseXml } from "../../../api/feeds/xml.ts";
import { useBooks } from "../../../support/commands/books.ts";

/** Debian's package `epubcheck`; its validator of version 5 and later is a script. */
const checker = "/usr/share/java/epubcheck.jar";

describe("npm run stories -- book --epub", () => {
  const books = useBooks();
  const { at } = books;
  const path = () => join(at.folder, "stories.epub");
  const write = (...more: string[]) =>
    at.stories(["book", "--epub", path(), ...more], { COLLECTION_DIR: books.collectionDir });
  const read = async () =>
    Object.fromEntries(
      Object.entries(unzipSync(await readFile(path()))).map(([name, bytes]) => [
        name,
        strFromU8(bytes),
      ]),
    );
  /** Stories that are hard to express in XHTML. */
  const oddStories = [
    "Tab\u0000le & <b>\n\n| a | b |\n|:-|-:|\n| 1 | 2 |\n\n[x](https://exa.example/|[]{}^`) foot[^1]\n\n[^1]: note \u0007",
    "# مرحبا\n\n[رابط](https://example.com/%zz?q=é&b=2#%) #1 #999\n\n> اقتباس",
    "日本語\n\n![絵](https://x.example/a.png) ![own](/drifters/images/1.jpg)\n\n```js\n1 < 2 && 3\n```",
    "- [x] done\n\n~~gone~~ <https://e.example/a|b> [m](mailto:a@b.c?subject=a%20b) https://evil.example%3Ex\n\n---\n\nHard\\\nbreak",
    "[a](#b) [c](/owner/0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC) [e](//h/x) [](https://empty.example)",
  ];
  const writeOdd = async () => {
    const [template] = at.records;
    const records = oddStories.map((narrative, index) => {
      return { ...template, drifterId: String(index + 1), revision: 1, narrative };
    });
    const file = join(at.folder, "odd.json");
    await writeFile(file, JSON.stringify(records));
    const { status, stderr } = await write("--from", file);
    expect(status, stderr).to.equal(0);
  };

  it("groups a chapter per story by phase, and lists every file", async () => {
    const [first = "", second = ""] = books.drifterIds;
    const portrait = await sharp({
      create: { width: 8, height: 8, channels: 3, background: "red" },
    })
      .jpeg()
      .toBuffer();
    await writeFile(join(books.collectionDir, `images/${first}.jpg`), portrait);
    const { status, stdout } = await write();
    expect(status, stdout).to.equal(0);
    expect(stdout).to.include("Wrote 1 story (4 signed revisions of 2 tokens)");
    const files = await read();
    const start = await readFile(path());
    // Readers recognize an EPUB by these bytes.
    expect(start.subarray(30, 58).toString()).to.equal("mimetypeapplication/epub+zip");

    const chapter = parseXml(files[`EPUB/drifter-${first}.xhtml`] ?? "");
    expect(chapter.querySelector("h1")?.textContent).to.equal(`Ilse <${first}> #${first}`);
    expect(chapter.textContent).to.include("Helm Globe").and.include("One, again.");
    expect(chapter.querySelector("img")?.getAttribute("src")).to.equal(`images/${first}.jpeg`);
    const latest = at.records[2]?.narrative ?? "";
    expect(chapter.querySelector("path")?.getAttribute("d")).to.equal(
      sealPath(narrativeHash(latest)),
    );
    expect(files).not.to.have.property(`EPUB/drifter-${second}.xhtml`);

    const contents = parseXml(files["EPUB/contents.xhtml"] ?? "");
    expect(
      [...contents.querySelectorAll("nav a")].map((link) => [
        link.getAttribute("href"),
        link.textContent,
      ]),
    ).to.deep.equal([
      ["part-1.xhtml", "Gifts"],
      [`drifter-${first}.xhtml`, `Ilse <${first}>`],
      ["colophon.xhtml", "Colophon"],
      ["signatures-1.xhtml", "Signatures, part 1"],
    ]);
    const [, manifest, spine] = [...parseXml(files["EPUB/package.opf"] ?? "").children];
    const items = elementsOf(manifest, "item");
    const unlisted = ["mimetype", "META-INF/container.xml", "EPUB/package.opf"];
    expect(items.map((item) => `EPUB/${item.getAttribute("href")}`)).to.have.members(
      Object.keys(files).filter((name) => !unlisted.includes(name)),
    );
    const idOf = (file: string) =>
      items.find((item) => item.getAttribute("href") === file)?.getAttribute("id");
    expect(elementsOf(spine, "itemref").map((item) => item.getAttribute("idref"))).to.deep.equal(
      ["cover", "contents", "part-1", `drifter-${first}`, "colophon", "signatures-1"].map((name) =>
        idOf(`${name}.xhtml`),
      ),
    );
    for (const { signature } of at.records) {
      expect(files["EPUB/signatures-1.xhtml"]).to.include(signature);
    }
    const cover = sharp(unzipSync(start)["EPUB/cover.jpg"]);
    expect(await cover.metadata()).to.include({ format: "jpeg", width: 1_600, height: 2_400 });
    const title = cover.extract({ left: 0, top: 1_600, width: 1_600, height: 800 });
    expect((await title.stats()).channels[0]?.stdev).to.be.above(50);
  });

  it("has the same bytes each time, and is verified like an archive", async () => {
    await write();
    const bytes = await readFile(path());
    const { status, stdout } = await at.verify([path(), "--offline"]);
    expect(status, stdout).to.equal(0);
    expect(stdout).to.match(/^4 signed revisions: 0 proved, 4 not fully checked, 0 invalid\.$/m);
    const { TZ } = process.env;
    process.env.TZ = "Pacific/Auckland";
    const again = join(at.folder, "again.epub");
    try {
      await at.stories(["book", "--epub", again], { COLLECTION_DIR: books.collectionDir });
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
    expect(bytes.equals(await readFile(again))).to.equal(true);
  });

  it("is written without a portrait whose file is truncated", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const create = { width: 64, height: 64, channels: 3, background: "red", noise } as const;
    const portrait = await sharp({ create }).png().toBuffer();
    const [first = ""] = books.drifterIds;
    const file = join(books.collectionDir, `images/${first}.jpg`);
    const before = await readFile(file);
    await writeFile(file, portrait.subarray(0, 200));
    try {
      const { status, stderr } = await write();
      expect(status, stderr).to.equal(0);
    } finally {
      await writeFile(file, before);
    }
  });

  it("leaves an existing file as it is, and rejects a ZIP archive without stories", async () => {
    await writeFile(path(), "PK, but not a ZIP archive");
    const { status, stderr } = await write();
    expect([status, stderr.includes(`${path()} exists. Choose a new file.`)]).to.deep.equal([
      1,
      true,
    ]);
    expect(await readFile(path(), "utf8")).to.equal("PK, but not a ZIP archive");
    expect((await readdir(at.folder)).filter((name) => name.endsWith(".tmp"))).to.deep.equal([]);
    const verified = await at.verify([path(), "--offline"]);
    expect([verified.status, verified.stderr]).to.deep.equal([
      1,
      `${path()} is not a complete ZIP archive: End of central directory record signature not found. Either not a zip file, or file is truncated.\n`,
    ]);
  });

  it("renders every story as well-formed XHTML, with links only to what exists", async () => {
    await writeOdd();
    const files = await read();
    const links = (id: number) =>
      [...parseXml(files[`EPUB/drifter-${id}.xhtml`] ?? "").querySelectorAll("section a")].map(
        (link) => link.getAttribute("href") ?? link.textContent,
      );
    for (const [name, text] of Object.entries(files)) {
      if (!name.endsWith(".xhtml")) continue;
      for (const link of parseXml(text).querySelectorAll("a[href]")) {
        const href = link.getAttribute("href") ?? "";
        if (/^(?:#|\w+:)/.test(href)) continue;
        expect(Object.keys(files), `${name} → ${href}`).to.include(posix.join(dirname(name), href));
      }
    }
    expect(links(1)).to.include("https://exa.example/%7C%5B%5D%7B%7D%5E%60");
    expect(links(2)).to.deep.equal([
      "https://example.com/%25zz?q=%C3%A9&b=2#%25",
      "drifter-1.xhtml",
      "#999",
    ]);
    expect(links(3)).to.deep.equal(["https://x.example/a.png"]);
    expect(links(5).slice(0, 2)).to.deep.equal(["a", "c"]);
    const [title] = /<dc:title>.*?<\/dc:title>/.exec(files["EPUB/package.opf"] ?? "") ?? [];
    expect(title).to.equal(`<dc:title>Stories of ${collectionConfig.name}</dc:title>`);
  });

  it("passes epubcheck without errors and warnings", async function () {
    const isInstalled = await stat(checker).then(
      () => true,
      () => false,
    );
    if (!isInstalled) return this.skip();
    await writeOdd();
    const run = promisify(execFile);
    const { stdout } = await run("java", ["-jar", checker, path()]);
    expect(stdout).to.include("0 fatals / 0 errors / 0 warnings");
  });
});

describe("storyXhtml", () => {
  it("replaces images by their alternative text, and removes links to missing anchors", () => {
    const markup =
      '<p id="b"><img src="/a.jpg" alt="A &amp; b"/><a href="#b" target="_blank">1</a><a href="#c">2</a></p>';
    expect(storyXhtml(markup, () => undefined)).to.equal(
      '<p id="b">A &amp; b<a href="#b">1</a><a>2</a></p>',
    );
  });
});
