import { createHash } from "node:crypto";
import { cp, mkdir, open, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, posix, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { defaultTreeAdapter, parse } from "parse5";
import type { NarrativeRecord } from "#protocol/narrative";
import { requestResource } from "../../scripts/test/resources.ts";
import { account, signedSave, startApiFor, temporaryFolder } from "../api/apiFixture.ts";
import { rewrite, useStoryCommands } from "../support/storyCommands.ts";

describe("books of stories", () => {
  const at = useStoryCommands();
  let collectionDir: string;
  let book: string;
  const idsOf = () =>
    [...new Set(at.records.map(({ drifterId }) => drifterId))] as [string, string];

  before(async () => {
    await requestResource("page");
    collectionDir = await temporaryFolder();
    for (const folder of ["metadata", "images/full"]) {
      await mkdir(join(collectionDir, folder), { recursive: true });
    }
    for (const drifterId of idsOf()) {
      const metadata = {
        name: `Ilse <${drifterId}>`,
        attributes: [{ trait_type: "Helm", value: "Globe" }],
      };
      await writeFile(join(collectionDir, `metadata/${drifterId}.json`), JSON.stringify(metadata));
      await writeFile(join(collectionDir, `images/${drifterId}.jpg`), `small ${drifterId}`);
    }
    await writeFile(join(collectionDir, `images/full/${idsOf()[0]}.jpg`), "full");
  });
  beforeEach(() => {
    book = join(at.folder, "book");
  });

  const write = (folder = book, ...more: string[]) =>
    at.stories(["book", folder, ...more], { COLLECTION_DIR: collectionDir });
  const anew = async () => join(await temporaryFolder(), "narratives");
  const text = (path: string) => readFile(join(book, path), "utf8");

  describe("book", () => {
    it("writes every version, portrait, owner and receipt as a site whose links are relative and lead to files", async () => {
      const [first, second] = idsOf();
      const { status, stdout } = await write();
      expect(status, stdout).to.equal(0);
      expect(stdout)
        .to.include("Wrote 1 story (4 receipts of 2 drifters)")
        .and.include("ipfs://bafy");
      const files = await filesIn(book);

      expect(textOf(await text(`drifter/${first}.html`)))
        .to.include("One, again.")
        .and.include(`Ilse <${first}>`)
        .and.include("Globe")
        .and.not.include("Still one");
      expect(textOf(await text(`drifter/${first}/1.html`))).to.include("Still one.");
      expect(textOf(await text(`drifter/${second}.html`))).to.include("Story removed by");
      expect(textOf(await text(`drifter/${second}/1.html`))).to.include("Two.");
      expect(textOf(await text("index.html")))
        .to.include(`Ilse <${first}>`)
        .and.not.include("Two.");
      expect(await text("about.html")).to.include(`href="drifter/${second}.html"`);
      expect(textOf(await text(`owner/${at.records[0]?.author}.html`))).to.include("One, again.");
      expect(await text("feed.atom"))
        .to.include(`href="drifter/${first}.html"`)
        .and.include("One, again.");
      for (const id of idsOf()) {
        const history = await at.api.get(`/api/narrative/${id}/history`);
        expect(JSON.parse(await text(`drifter/${id}.json`))).to.deep.equal(await history.json());
        expect(await text(`drifters/images/${id}.jpg`)).to.equal(`small ${id}`);
      }
      expect(await text(`drifters/images/full/${first}.jpg`)).to.equal("full");

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

    it("has the same bytes for the same receipts, whatever their order and the time zone", async () => {
      await at.stories(["export", at.file]);
      const [head, ...lines] = (await readFile(at.file, "utf8")).trimEnd().split("\n");
      const body = [head, ...lines.slice(0, -1).reverse()].map((line) => `${line}\n`).join("");
      const sha256 = createHash("sha256").update(body).digest("hex");
      await writeFile(at.file, `${body}${JSON.stringify({ receipts: 4, sha256 })}\n`);

      const one = await write();
      const zone = process.env.TZ;
      process.env.TZ = "Pacific/Kiritimati";
      try {
        const other = await write(join(at.folder, "other"), "--from", at.file);
        expect(cidIn(other.stdout)).to.equal(cidIn(one.stdout));
      } finally {
        if (zone === undefined) delete process.env.TZ;
        else process.env.TZ = zone;
      }
      expect(await digestsOf(join(at.folder, "other"))).to.deep.equal(await digestsOf(book));
    });

    it("leaves out what the operator hides, and says so", async () => {
      const [first, second] = idsOf();
      await at.stories(["hide", first]);
      const url = `${at.api.url}/api/narrative/${first}`;
      while ((await fetch(url)).status !== 404) await delay(10);
      for (const source of [[], ["--from", at.api.url]]) {
        const folder = join(at.folder, `book${source.length}`);
        const { stdout } = await write(folder, ...source);
        expect(stdout).to.match(new RegExp(`^Left out: Drifter ${first}: .*hid`, "m"));
        const files = await filesIn(folder);
        expect(files).to.include(`drifter/${second}.html`);
        for (const path of [
          `drifter/${first}.html`,
          `drifter/${first}.json`,
          `drifters/images/${first}.jpg`,
        ]) {
          expect(files).not.to.include(path);
        }
      }
    });

    it("writes nothing over what exists, and leaves nothing behind when it fails", async () => {
      await mkdir(book);
      await writeFile(join(book, "mine"), "");
      for (const [folder, words] of [
        [book, "is not empty"],
        [join(book, "mine"), "is a file"],
      ] as const) {
        const { status, stderr } = await write(folder);
        expect(status).to.equal(1);
        expect(stderr).to.include(words).and.not.include("    at ");
      }
      const damaged = join(at.folder, "damaged.json");
      const [receipt] = at.records;
      await writeFile(damaged, JSON.stringify([receipt, receipt]));
      const twice = await write(join(at.folder, "new"), "--from", damaged);
      expect(twice.stderr).to.include("is there twice");
      expect(await readdir(at.folder)).to.have.members(["book", "damaged.json"]);
    });
  });

  describe("import", () => {
    it("restores a lost server from a reader's book, of which the next book has the same bytes", async () => {
      await write(book, "--from", at.api.url);
      const before = await digestsOf(book);
      await at.api.close();
      const dataDir = await anew();
      const imported = await at.stories(["import", join(book, "book.car")], { DATA_DIR: dataDir });
      expect(imported).to.deep.include({
        status: 0,
        stdout: "Verified and imported 4 receipts.\n",
      });
      at.api = await startApiFor(at.fixture, {
        dataDir,
        collectionDir: join(book, "drifters"),
      });
      await write(join(at.folder, "again"), "--from", at.api.url);
      expect(await digestsOf(join(at.folder, "again"))).to.deep.equal(before);
    });

    it("takes a book's folder and URL, and a running service", async () => {
      await write();
      await using site = await serveFolder(at.folder);
      for (const source of [book, `${site.url}/book/`, `${site.url}/book/index.html`, at.api.url]) {
        const { stdout } = await at.stories(["import", source], { DATA_DIR: await anew() });
        expect(stdout, source).to.equal("Verified and imported 4 receipts.\n");
      }
    });

    it("imports nothing from a damaged book, and names the damage in one sentence", async () => {
      const [first] = idsOf();
      await write();
      const flip = async (path: string, position: number) => {
        await using file = await open(path, "r+");
        const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
        await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, position);
      };
      const size = (await readFile(join(book, "book.car"))).length;
      const receipts = `drifter/${first}.json`;
      const damages: [
        name: string,
        words: string,
        file: string,
        damage: (file: string) => Promise<void>,
      ][] = [
        ["a truncated CAR", "truncated", "book.car", (file) => truncate(file, size - 40)],
        ["one bit of a CAR", "was changed", "book.car", (file) => flip(file, size >> 1)],
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
        await cp(book, folder, { recursive: true });
        await damage(join(folder, file));
        await expectRefusal([file === "book.car" ? join(folder, file) : folder], words, name);
      }
      await expectRefusal([book], "This is a book of the collection", "", {
        CONTRACT_ADDRESS: account(9).address,
      });
    });

    it("proves owners on the chain, unless it is told not to", async () => {
      const [receipt] = at.records;
      const forger = account(3);
      const request = await signedSave(forger, idsOf()[0], "Not mine.");
      const forged = { ...receipt, ...request, author: forger.address } as NarrativeRecord;
      await writeFile(at.file, JSON.stringify([forged]));
      await expectRefusal([at.file], "not by the author", "forged");
      const down = { RPC_URL: "http://127.0.0.1:1" };
      await write();
      await expectRefusal([book], "import with --offline", "without the chain", down);
      const offline = await at.stories(["import", book, "--offline"], {
        ...down,
        DATA_DIR: await anew(),
      });
      expect(offline.stdout).to.include("imported 4 receipts, without checking on the chain");
    });

    const expectRefusal = async (
      args: string[],
      words: string,
      name: string,
      overrides: Record<string, string> = {},
    ) => {
      const dataDir = await anew();
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
});

function replacing(found: string, replacement: string) {
  return (text: string) => text.replace(found, replacement);
}

/** Paths of all files below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

async function digestsOf(folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const path of await filesIn(folder)) {
    const bytes = await readFile(join(folder, path));
    digests[path] = createHash("sha256").update(bytes).digest("hex");
  }
  return digests;
}

function cidIn(stdout: string): string {
  return /^Root CID: (baf\w+)$/m.exec(stdout)?.[1] ?? "no CID";
}

/** All links and sources of a page that do not lead to other sites. */
function linksOf(html: string): string[] {
  const links: string[] = [];
  visit(parse(html), (node) => {
    for (const { name, value } of "attrs" in node ? node.attrs : []) {
      if (/^(href|src|srcset|action)$/i.test(name) && !/^https?:/.test(value)) links.push(value);
    }
  });
  return links;
}

function textOf(html: string): string {
  let text = "";
  visit(parse(html), (node) => {
    if (defaultTreeAdapter.isTextNode(node)) text += node.value;
  });
  return text;
}

type Node = Parameters<typeof defaultTreeAdapter.isTextNode>[0];

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const child of "childNodes" in node ? node.childNodes : []) visit(child, look);
}

/** A static site of a folder. */
async function serveFolder(folder: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(async (request, response) => {
    const bytes = await readFile(join(folder, request.url ?? "")).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
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
