import { cp, open, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { account, signedSave, startApiFor, temporaryFolder } from "../api/apiFixture.ts";
import { digestsOf, useBooks } from "../support/books.ts";
import { rewrite } from "../support/storyCommands.ts";

describe("the import of books", () => {
  const books = useBooks();
  const { at, write, newStore } = books;

  it("restores a lost server from a reader's book, of which the next book has the same bytes", async () => {
    await write(books.book, "--from", at.api.url);
    const before = await digestsOf(books.book);
    await at.api.close();
    const dataDir = await newStore();
    const imported = await at.stories(["import", join(books.book, "book.car")], {
      DATA_DIR: dataDir,
    });
    expect(imported).to.deep.include({
      status: 0,
      stdout: "Verified and imported 4 receipts.\n",
    });
    at.api = await startApiFor(at.fixture, {
      dataDir,
      collectionDir: join(books.book, "drifters"),
    });
    await write(join(at.folder, "again"), "--from", at.api.url);
    expect(await digestsOf(join(at.folder, "again"))).to.deep.equal(before);
  });

  it("takes the folder and the URL of a book, the URL of its CAR or of an archive, and a running service", async () => {
    await write();
    await at.stories(["export", join(at.folder, "stories.jsonl")]);
    await using site = await serveFolder(at.folder);
    await using root = await serveFolder(books.book);
    for (const source of [
      books.book,
      root.url,
      `${root.url}/index.html`,
      `${site.url}/book/`,
      `${site.url}/book/index.html`,
      `${site.url}/book/book.car`,
      `${site.url}/stories.jsonl`,
      at.api.url,
    ]) {
      const { stdout } = await at.stories(["import", source], { DATA_DIR: await newStore() });
      expect(stdout, source).to.equal("Verified and imported 4 receipts.\n");
    }
  });

  it("says what a service does not give, and why", async () => {
    const [first, second] = books.drifterIds;
    const { dataDir } = at.api.settings;
    await at.stories(["hide", second]);
    await at.api.close();
    const earlier = (await readdir(dataDir)).find((name) => name.startsWith(`${first}.1.`));
    await writeFile(join(dataDir, earlier ?? ""), "no JSON");
    at.api = await startApiFor(at.fixture, { dataDir });
    const { stdout } = await at.stories(["import", at.api.url], { DATA_DIR: await newStore() });
    expect(stdout.trimEnd().split("\n")).to.deep.equal([
      "Verified and imported 1 receipt.",
      `Left out: Drifter ${first}: 1 of its revisions, whose files were corrupt.`,
      `Left out: Drifter ${second}: the service hides its story.`,
    ]);
  });

  it("deletes a downloaded CAR, and imports nothing from a damaged one", async () => {
    await write();
    await truncate(join(books.book, "book.car"), 4_000);
    await using site = await serveFolder(books.book);
    const { TMPDIR } = process.env;
    const downloads = await temporaryFolder();
    process.env.TMPDIR = downloads;
    try {
      await expectRefusal([`${site.url}/book.car`], "/book.car is truncated, or not a CAR", "");
      await expectRefusal([`${site.url}/lost.car`], "/lost.car returned status 404.", "");
      const left = (await readdir(downloads)).filter((name) => name.includes("download"));
      expect(left).to.deep.equal([]);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });

  it("imports nothing from a service whose response breaks off", async () => {
    await using site = await serve((url, response) => {
      if (!url.endsWith("/history")) response.end('[{"drifterId":"1"}]');
      else response.write("[", () => response.destroy());
    });
    await expectRefusal([site.url], "/history ended early.", "");
  });

  it("imports nothing from a damaged book, and names the damage in one sentence", async () => {
    const [first] = books.drifterIds;
    await write();
    const flip = async (path: string, position: number) => {
      await using file = await open(path, "r+");
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
      await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, position);
    };
    const car = await readFile(join(books.book, "book.car"));
    const size = car.length;
    /** Where the CID of the root or of a block has its codec. */
    const codecAt = (codec: string) => car.indexOf(Buffer.from(`01${codec}1220`, "hex")) + 1;
    const receipts = `drifter/${first}.json`;
    const damages: [
      name: string,
      words: string,
      file: string,
      damage: (file: string) => Promise<void>,
    ][] = [
      ["a truncated CAR", "truncated", "book.car", (file) => truncate(file, size - 40)],
      ["one bit of a CAR", "was changed", "book.car", (file) => flip(file, size >> 1)],
      ["one bit of the root's CID", "was changed", "book.car", (file) => flip(file, codecAt("70"))],
      ["one bit of a block's CID", "was changed", "book.car", (file) => flip(file, codecAt("55"))],
      [
        "a text",
        "does not fit book.json",
        receipts,
        (file) => rewrite(file, replacing("again", "agaim")),
      ],
      [
        "a time",
        "does not fit book.json",
        receipts,
        (file) =>
          rewrite(file, (json) =>
            json.replace(/(\d)Z"/, (_, digit) => `${digit === "0" ? "1" : "0"}Z"`),
          ),
      ],
      ["a lacking file", `lacks ${receipts}`, receipts, (file) => rm(file)],
      [
        "a head",
        "another root",
        "book.json",
        (file) =>
          rewrite(file, (json) =>
            json.replace(/("hash":")(.)/, (_, key, digit) => key + (digit === "0" ? "1" : "0")),
          ),
      ],
      [
        "a version",
        "another version",
        "book.json",
        (file) => rewrite(file, replacing('"version":1,"c', '"version":2,"c')),
      ],
      ["no manifest", "not a book", "book.json", (file) => rm(file)],
    ];
    for (const [name, words, file, damage] of damages) {
      const folder = join(at.folder, name);
      await cp(books.book, folder, { recursive: true });
      await damage(join(folder, file));
      await expectRefusal([file === "book.car" ? join(folder, file) : folder], words, name);
    }
    await expectRefusal([books.book], "This is a book of the collection", "", {
      CONTRACT_ADDRESS: account(9).address,
    });
  });

  it("proves owners on the chain, unless it is told not to", async () => {
    const [receipt] = at.records;
    const forger = account(3);
    const request = await signedSave(forger, books.drifterIds[0], "Not mine.");
    const forged = { ...receipt, ...request, author: forger.address } as NarrativeRecord;
    await writeFile(at.file, JSON.stringify([forged]));
    await expectRefusal([at.file], "not by the author", "forged");
    const down = { RPC_URL: "http://127.0.0.1:1" };
    await write();
    await expectRefusal([books.book], "import with --offline", "without the chain", down);
    const offline = await at.stories(["import", books.book, "--offline"], {
      ...down,
      DATA_DIR: await newStore(),
    });
    expect(offline.stdout).to.include("imported 4 receipts, without checking on the chain");
  });

  const expectRefusal = async (
    args: string[],
    words: string,
    name: string,
    overrides: Record<string, string> = {},
  ) => {
    const dataDir = await newStore();
    const { status, stderr } = await at.stories(["import", ...args], {
      ...overrides,
      DATA_DIR: dataDir,
    });
    expect(status, name).to.equal(1);
    const [, told = ""] = stderr.trimEnd().split("\n");
    expect(told, name)
      .to.include(words)
      .and.match(/nothing was imported\.$/i);
    expect(await readdir(dataDir), name).to.have.members([".format.json", ".lock"]);
  };
});

function replacing(found: string, replacement: string) {
  return (text: string) => text.replace(found, replacement);
}

/** A static site of a folder. */
function serveFolder(folder: string) {
  return serve(async (url, response) => {
    // Unlike a file system, web hosts take "//" for another folder.
    const bytes = url.includes("//")
      ? undefined
      : await readFile(join(folder, url)).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
}

async function serve(
  answer: (url: string, response: ServerResponse) => void,
): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(({ url = "" }, response) => answer(url, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Safety: it listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
