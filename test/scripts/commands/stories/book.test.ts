import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { type SearchedStory, searchFile } from "#protocol/wire/bookSearch";
import { PostgresStore } from "#service/stories";
import { relativeLinks } from "../../../../api/src/book/bookLinks.ts";
import { maxEntries, xmlText } from "../../../../api/src/feeds/feed.ts";
import { readSettings } from "../../../../api/src/settings/settings.ts";
import { runStories } from "../../../../scripts/commands/stories/runStories.ts";
import { account } from "../../../support/api/apiFixture.ts";
import { contentsOf, filesIn, imageOf, useBooks } from "../../../support/commands/books.ts";
import { runInProcess } from "../../../support/commands/commandHere.ts";
import { createTestDatabase } from "../../../support/postgres.ts";
import { readMarkup } from "../../../support/readMarkup.ts";
import { until } from "../../../support/until.ts";

describe("npm run stories -- book", () => {
  const books = useBooks();
  const { at, write } = books;
  const text = (path: string) => readFile(join(books.book, path), "utf8");

  it("contains every version, portrait, owner and signed revision, with relative links to files", async () => {
    const [first, second] = books.drifterIds;
    const { status, stdout } = await write();
    expect(status, stdout).to.equal(0);
    expect(stdout).to.include("Wrote 1 story (4 signed revisions of 2 tokens)");
    const files = await filesIn(books.book);

    const { words } = readMarkup(await text(`drifter/${first}/1.html`));
    expect(words).to.include(`Ilse <${first}>`).and.include("Globe").and.include("Still one.");
    expect(files).to.include.members([`drifter/${second}/1.html`, "third-party-notices.txt"]);
    for (const id of books.drifterIds) {
      expect(await text(`drifters/images/${id}.jpg`)).to.equal(imageOf(`small ${id}`));
      const image = `drifters/images/${id === first ? "full/" : ""}${id}.jpg`;
      expect(await text(`drifter/${id}.html`)).to.include(`<a href="../${image}"`);
    }
    expect(await text(`drifters/images/full/${first}.jpg`)).to.equal(imageOf("full"));
    const [, ...lines] = (await text("stories.jsonl")).trimEnd().split("\n");
    const [one, two, again, removal] = at.records;
    expect(lines.slice(0, -1).map((line) => JSON.parse(line))).to.deep.equal([
      one,
      again,
      two,
      removal,
    ]);

    let links = 0;
    for (const page of files.filter((path) => path.endsWith(".html"))) {
      for (const link of linksOf(await text(page))) {
        const [path = ""] = link.split("#");
        expect(files, `${page} → ${link}`).to.include(posix.join(posix.dirname(page), path));
        links += 1;
      }
    }
    expect(links).to.be.above(40);
  });

  it("lists stories latest first, 50 per part, and by author", async () => {
    const [template] = at.records;
    if (template === undefined) throw new Error("There are four.");
    // The third account wrote only an earlier version of drifter 9's story.
    const authors = [account(3).address, account(4).address, account(5).address];
    const tale = (
      id: number,
      revision = 1,
      narrative = `Tale ${id}.\n\n${"And then. ".repeat(90)}`,
    ) => ({
      ...{ ...template, drifterId: String(id), revision, narrative },
      author: authors[id === 9 && revision === 1 ? 2 : id % 2],
      savedAt: `2026-01-0${revision}T00:00:${String(Math.max(id, 2)).padStart(2, "0")}.000Z`,
    });
    const stories = Array.from({ length: 53 }, (_, index) => tale(index + 1));
    const file = join(at.folder, "all.json");
    await writeFile(
      file,
      JSON.stringify([...stories, tale(53, 2, "<!-- 5f3c -->"), tale(9, 2, "Again.")]),
    );
    await mkdir(join(at.folder, "metadata"));
    await writeFile(
      join(at.folder, "metadata/3.json"),
      JSON.stringify({ name: "Ilse", attributes: [{ trait_type: "Helm", value: "Globe" }] }),
    );
    const { status, stdout } = await at.stories(["book", books.book, "--from", file], {
      ...{
        COLLECTION_DIR: at.folder,
        CONTENT_LICENSE: "CC BY 4.0",
        SOURCE_URL: "https://source.example/",
      },
    });
    expect({ status, stdout }).to.deep.equal({
      status: 0,
      stdout: `Wrote 52 stories (55 signed revisions of 53 tokens) to ${books.book}. Open index.html in that folder.\nLeft out: Portrait or metadata of 53 tokens: not found.\n`,
    });
    const listed = async (path: string) => [
      ...new Set(
        [...(await text(path)).matchAll(/href="(?:\.\.\/)*drifter\/(\d+)\.html"/g)].map(([, id]) =>
          Number(id),
        ),
      ),
    ];
    // Stories 1 and 2 have the same save time.
    const order = [
      9,
      ...Array.from({ length: 52 }, (_, index) => 52 - index).filter((id) => id !== 9 && id > 2),
      1,
      2,
    ];
    expect(await listed("index.html")).to.deep.equal(order.slice(0, 50));
    expect(await listed("stories/2.html")).to.deep.equal(order.slice(50));
    for (const [rest, author] of authors.entries()) {
      expect(await listed(`owner/${author}.html`)).to.deep.equal(
        order.filter((id) => id % 2 === rest),
      );
    }
    expect(await listed("about.html")).to.deep.equal([53]);
    expect(await text("about.html"))
      .to.include("CC BY 4.0")
      .and.include("https://source.example/");
    const feed = await text("feed.atom");
    expect([...feed.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).to.deep.equal([
      xmlText(`Stories · ${collectionConfig.name}`),
      ...order.slice(0, maxEntries).map((id) => (id === 3 ? "Ilse" : `Drifter #${id}`)),
    ]);
    expect(/<updated>(.*?)</.exec(feed)?.[1]).to.equal("2026-01-02T00:00:09.000Z");
    const [, entry = ""] = /<entry>(.*?)<\/entry>/s.exec(feed) ?? [];
    expect(entry.replaceAll(/\s+/g, " ").trim()).to.equal(
      `<id>eip155:31337/erc721:${template.contract}/9</id> <title>Drifter #9</title> <updated>2026-01-02T00:00:09.000Z</updated> <link rel="alternate" type="text/html" href="drifter/9.html"/> <author><name>${authors[1]}</name><uri>owner/${authors[1]}.html</uri></author> <summary>Again.</summary>`,
    );
    const script = await text(searchFile);
    const searched = JSON.parse(/\((.*)\);\n$/.exec(script)?.[1] ?? "") as SearchedStory[];
    expect(searched.map(([id]) => Number(id))).to.deep.equal(order);
    expect(searched.find(([id]) => id === "3")?.slice(0, 3)).to.deep.equal(["3", "Ilse", 0]);
    expect(searched.find(([id]) => id === "3")?.[3]).to.match(
      /^ tale 3 and then .* 3 ilse globe $/,
    );
    expect(
      (await filesIn(books.book)).filter((path) => path.startsWith("drifter/53")),
    ).to.deep.equal(["drifter/53/1.html", "drifter/53.html"].sort());
  });

  it("writes identical books for the same signed revisions, in any order and time zone", async () => {
    await at.stories(["export", at.file]);
    const [head, ...lines] = (await readFile(at.file, "utf8")).trimEnd().split("\n");
    const body = [head, ...lines.slice(0, -1).reverse()].map((line) => `${line}\n`).join("");
    const sha256 = createHash("sha256").update(body).digest("hex");
    await writeFile(at.file, `${body}${JSON.stringify({ revisions: 4, sha256 })}\n`);

    await write();
    const zone = process.env.TZ;
    process.env.TZ = "Pacific/Kiritimati";
    try {
      await write(join(at.folder, "other"), "--from", at.file);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    expect(await contentsOf(join(at.folder, "other"))).to.deep.equal(await contentsOf(books.book));
  });

  it("omits and reports hidden stories, and closes its database connections", async () => {
    const [first, second] = books.drifterIds;
    await at.stories(["hide", first]);
    const url = `${at.api.url}/api/narrative/${first}`;
    await until(async () => (await fetch(url)).status === 404);
    const COLLECTION_DIR = books.collectionDir;
    await writeFile(join(at.api.settings.dataDir, "1.1.a.json.corrupt-7"), "");
    await using database = await createTestDatabase();
    const closed = mock.method(PostgresStore.prototype, "close");
    for (const [index, source] of [["--from", at.api.url], [], ["database"]].entries()) {
      const folder = join(at.folder, `book${index}`);
      const DATABASE_URL = source[0] === "database" ? database.url : "";
      if (DATABASE_URL) {
        await at.api.close();
        await at.stories(["migrate"], { DATABASE_URL });
      }
      const args = DATABASE_URL ? [] : source;
      const { stdout } = await at.stories(["book", folder, ...args], {
        COLLECTION_DIR,
        DATABASE_URL,
      });
      expect(stdout.match(new RegExp(`^Left out: Token ${first}: .*hid`, "gm"))).to.have.length(1);
      const lost = "Left out: 1 corrupt file, quarantined earlier.";
      expect(stdout.includes(lost), stdout).to.equal(source.length === 0);
      const files = await filesIn(folder);
      expect(files).to.include(`drifter/${second}.html`);
      for (const path of [`drifter/${first}.html`, `drifters/images/${first}.jpg`]) {
        expect(files).not.to.include(path);
      }
    }
    expect(closed.mock.callCount()).to.equal(2);
    closed.mock.restore();
  });

  it("overwrites no file, and removes partial output after a failure", async () => {
    await mkdir(books.book);
    await writeFile(join(books.book, "mine"), "");
    for (const [folder, words] of [
      [books.book, "is not empty"],
      [join(books.book, "mine"), "is a file"],
    ] as const) {
      const { status, stderr } = await write(folder);
      expect(status).to.equal(1);
      expect(stderr).to.include(words).and.not.include("    at ");
    }
    const damaged = join(at.folder, "damaged.json");
    const [signed] = at.records;
    await writeFile(damaged, JSON.stringify([signed, signed]));
    const twice = await write(join(at.folder, "new"), "--from", damaged);
    expect(twice.stderr).to.include("appears twice");
    expect(await readdir(at.folder)).to.have.members(["book", "damaged.json"]);
  });

  /** Writes a book, and calls `onStep` before each step. */
  function writeWith(onStep: (step: number) => void) {
    const settings = readSettings({
      DATA_DIR: at.api.settings.dataDir,
      RPC_URL: at.fixture.chain.url,
      CONTRACT_ADDRESS: at.api.settings.contract,
      COLLECTION_DIR: books.collectionDir,
    });
    let step = 0;
    const { signal } = new AbortController();
    signal.throwIfAborted = () => {
      step += 1;
      onStep(step);
    };
    return runInProcess((output) =>
      runStories(
        ["book", books.book],
        () => settings,
        output,
        () => signal,
      ),
    );
  }

  it("omits link targets outside a book's folder, and files that are not images", async () => {
    const [first, second] = books.drifterIds;
    await write();
    const secret = join(at.folder, "secret.env");
    await writeFile(secret, "PASSWORD=1");
    const foreign = books.book;
    const replace = async (path: string, by: (path: string) => Promise<void>) => {
      await rm(join(foreign, path));
      await by(join(foreign, path));
    };
    const metadata = `drifters/metadata/${first}.json`;
    // An image, so that only its path shows that it is outside the book.
    await writeFile(join(at.folder, "private.gif"), imageOf("private"));
    await replace(metadata, (path) => symlink(secret, path));
    await replace(`drifters/images/${first}.jpg`, (path) => symlink("../../../private.gif", path));
    await replace(`drifters/images/full/${first}.jpg`, (path) => writeFile(path, "PASSWORD=1"));
    const again = join(at.folder, "again");
    const { status, stdout } = await write(again, "--from", foreign);
    expect(status, stdout).to.equal(0);
    expect(stdout).to.include("Portrait or metadata of 1 token: not found.");
    const tokens = (await filesIn(again)).filter((path) => path.startsWith("drifters/"));
    expect(tokens).to.deep.equal([
      `drifters/images/${second}.jpg`,
      `drifters/metadata/${second}.json`,
      "drifters/metadata/collection.json",
    ]);
    await replace("stories.jsonl", (path) => symlink(secret, path));
    const { stderr } = await write(join(at.folder, "third"), "--from", foreign);
    expect(stderr).to.equal(`${foreign} is not a book of stories: it has no stories.jsonl.\n`);
  });

  it("removes partial output after an interruption or a full disk at any step", async () => {
    let all = 0;
    const { status } = await writeWith((step) => {
      all = step;
    });
    expect(status).to.equal(0);
    await rm(books.book, { recursive: true });
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    for (const [failure, sentence] of [
      [AbortSignal.abort().reason, "Interrupted. Nothing was written."],
      [full, "ENOSPC: no space left on device"],
    ] as const) {
      for (const last of [1, 5, Math.floor(all / 3), Math.floor(all / 2), all]) {
        const { status, stderr } = await writeWith((step) => {
          if (step === last) throw failure;
        });
        expect(status, `step ${last} of ${all}`).to.equal(1);
        expect(stderr.split("\n").slice(1)).to.deep.equal([sentence, ""]);
        expect(await readdir(at.folder)).to.deep.equal([]);
      }
    }
  });
});

describe("relativeLinks", () => {
  const has = (path: string) =>
    ["index.html", "drifter/7.html", "drifter/7/1.html", "drifters/images/7.jpg"].includes(path);

  it("makes links to the book's files relative, and removes the href of all other links", () => {
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

/** Returns all of a page's internal links and sources. */
function linksOf(html: string): string[] {
  return readMarkup(html).elements.flatMap(({ attributes }) =>
    ["href", "src", "srcset", "action"].flatMap((name) => {
      const link = attributes[name];
      return link === undefined || /^https?:/.test(link) ? [] : [link];
    }),
  );
}
