import { execFile } from "node:child_process";
import { cp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { SignedRevision } from "#protocol/wire/responses";
import { type Listening, listen } from "../../../../scripts/lab/service/listen.ts";
import { account, signedSave, startApiFor } from "../../../support/api/apiFixture.ts";
import { contentsOf, useBooks } from "../../../support/commands/books.ts";
import { owner, rewrite } from "../../../support/commands/storyCommands.ts";

describe("book import", () => {
  const books = useBooks();
  const { at, write, newStore } = books;

  it("restores a server from a reader's book, and then writes an identical book", async () => {
    await write(books.book, "--from", at.api.url);
    const before = await contentsOf(books.book);
    await at.api.close();
    const dataDir = await newStore();
    const imported = await at.stories(["import", books.book], { DATA_DIR: dataDir });
    expect(imported).to.deep.include({
      status: 0,
      stdout: "Verified and imported 4 signed revisions.\n",
    });
    const collectionDir = join(books.book, "drifters");
    at.api = await startApiFor(at.fixture, { dataDir, collectionDir });
    const args = ["book", join(at.folder, "again"), "--from", at.api.url];
    await at.stories(args, { COLLECTION_DIR: at.folder });
    expect(await contentsOf(join(at.folder, "again"))).to.deep.equal(before);
  });

  it("reports what the service omitted, and why", async () => {
    const [first, second] = books.drifterIds;
    const { dataDir } = at.api.settings;
    await at.stories(["hide", second]);
    await at.api.save(await signedSave(owner, first, "One, at last."));
    await at.api.close();
    const earlier = (await readdir(dataDir)).find((name) => name.startsWith(`${first}.1.`));
    await writeFile(join(dataDir, earlier ?? ""), "no JSON");
    at.api = await startApiFor(at.fixture, { dataDir });
    const { stdout } = await at.stories(["import", at.api.url], { DATA_DIR: await newStore() });
    expect(stdout.trimEnd().split("\n")).to.deep.equal([
      "Verified and imported 2 signed revisions.",
      `Left out: Token ${first}: 1 revisions whose files were corrupt.`,
      `Left out: Token ${second}: the service hides its story.`,
    ]);
  });

  it("imports nothing from a service with a truncated response or an unexplained gap", async () => {
    let isTruncated = true;
    await using site = await serve((url, response) => {
      if (url.endsWith("/heads"))
        response.end(JSON.stringify([{ drifterId: "1", revision: 1, hash: "0".repeat(64) }]));
      else if (isTruncated) response.write("[", () => response.destroy());
      else response.writeHead(url.endsWith("/history") ? 404 : 500).end();
    });
    await expectRejection([site.url], "/history ended early.", "");
    isTruncated = false;
    await expectRejection([site.url], "/links returned status 500.", "");
  });

  it("imports nothing from a damaged book, and reports the damage in one sentence", async () => {
    await write();
    const file = "stories.jsonl";
    const damages: [name: string, words: string, damage: (path: string) => Promise<void>][] = [
      ["a version", "format version", (path) => rewrite(path, replacing('n":1,"c', 'n":2,"c'))],
      ["no archive", "not a book", (path) => rm(path)],
      ["a pipe", "not a book", (path) => replaceByPipe(path)],
    ];
    for (const [name, words, damage] of damages) {
      const folder = join(at.folder, name);
      await cp(books.book, folder, { recursive: true });
      await damage(join(folder, file));
      await expectRejection([folder], words, name);
    }
    await expectRejection([books.book], "not the expected collection", "", {
      CONTRACT_ADDRESS: account(9).address,
    });
  });

  it("proves owners on the chain unless --offline is set", async () => {
    const [signed] = at.records;
    const forger = account(3);
    const request = await signedSave(forger, books.drifterIds[0], "Not mine.");
    const forged = { ...signed, ...request, author: forger.address } as SignedRevision;
    await writeFile(at.file, JSON.stringify([forged]));
    await expectRejection([at.file], "not by the author", "forged");
    const down = { RPC_URL: "http://127.0.0.1:1" };
    await write();
    await expectRejection([books.book], "import with --offline", "without the chain", down);
    const offline = await at.stories(["import", books.book, "--offline"], {
      ...down,
      DATA_DIR: await newStore(),
    });
    expect(offline.stdout).to.include(
      "imported 4 signed revisions, without verifying token ownership",
    );
  });

  const expectRejection = async (
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
    const [, message = ""] = stderr.trimEnd().split("\n");
    expect(message, name)
      .to.include(words)
      .and.match(/nothing was imported\./i);
    expect(await readdir(dataDir), name).to.have.members([".format.json", ".lock"]);
  };
});

function replacing(found: string, replacement: string) {
  return (text: string) => text.replace(found, replacement);
}

async function replaceByPipe(path: string): Promise<void> {
  await rm(path);
  await promisify(execFile)("mkfifo", [path]);
}

async function serve(respond: (url: string, response: ServerResponse) => void): Promise<Listening> {
  return listen(createServer(({ url = "" }, response) => respond(url, response)));
}
