import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Mock, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { pino } from "pino";
import type { NarrativeRecord } from "#protocol/narrative";
import { CorruptFileError } from "../../api/src/durableFile.ts";
import { fillFolder } from "../../api/src/narratives/fillFolder.ts";
import { FolderLockError, lockFile, lockFolder } from "../../api/src/narratives/folderLock.ts";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import { narrativeHash } from "../../api/src/narratives/narrativeHash.ts";
import { parseReceipt } from "../../api/src/narratives/receipt.ts";
import { countQuarantined, readReceipts } from "../../api/src/narratives/receiptFolder.ts";
import {
  newestRevisionFiles,
  parseRevisionFileName,
  readRevisionFile,
  revisionFileOf,
  writeRevisionFile,
} from "../../api/src/narratives/revisionFile.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { syncedBy } from "./folderSync.ts";
import { fileOf } from "./lowdbFixture.ts";
import { draft } from "./narrativeDraft.ts";

const receipt = (drifterId: string, revision = 1, text = `Telling ${revision}.`) =>
  ({
    ...draft(drifterId, text),
    savedAt: `2026-01-01T00:00:0${revision}.000Z`,
    revision,
  }) satisfies NarrativeRecord;

describe("the files of a story folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  it("are regular files: the start sets others aside and leaves folders with temporary names", async () => {
    const names = ["1", "2", "3"].map((id) => fileOf(id, 1, "Telling 1."));
    const temporary = `1.json.${randomUUID()}.tmp`;
    await Promise.all([names[0], temporary].map((name) => mkdir(join(folder, name ?? ""))));
    await promisify(execFile)("mkfifo", [join(folder, names[1] ?? "")]);
    await writeRevisionFile(folder, receipt("3"));
    const store = await LowdbStore.open(folder, pino({ level: "silent" }));
    try {
      expect((await store.heads()).map(({ savedAt }) => savedAt !== undefined)).to.deep.equal([
        false,
        false,
        true,
      ]);
    } finally {
      await store.close();
    }
    const found = (await readdir(folder)).map((name) => name.replace(/-\d+$/, ""));
    expect(found).to.include.members([`${names[0]}.corrupt`, `${names[1]}.corrupt`, temporary]);
  });

  it("are for the user of the service alone, with their folders", async () => {
    const dataDir = join(folder, "new");
    const store = await LowdbStore.open(dataDir, pino({ level: "silent" }));
    await store.save(draft("1", "Telling."));
    await new HiddenFolder(dataDir).hide("1", "");
    await store.close();
    const modeOf = async (name: string) =>
      ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
    for (const [name, mode] of [
      ["", "700"],
      [fileOf("1", 1, "Telling."), "600"],
      ["hidden", "700"],
      ["hidden/1.json", "600"],
    ] as const) {
      expect(await modeOf(name), name).to.equal(mode);
    }
  });

  it("are read as receipts in the order of drifter and age, without quarantined ones", async () => {
    for (const [id, revision] of [
      ["10", 1],
      ["9", 2],
      ["9", 1],
      [(2n ** 256n - 1n).toString(), 1],
      ["9", 3],
    ] as const) {
      await writeRevisionFile(folder, receipt(id, revision));
    }
    await writeFile(join(folder, `${fileOf("9", 4, "Lost.")}.corrupt-17`), "lost");
    await writeFile(join(folder, "7.json.corrupt-18"), "lost");
    await writeFile(join(folder, "7.json.corrupt-18a"), "mine");
    await writeFile(join(folder, "7.json.corrupt"), "mine");
    const read = await Array.fromAsync(readReceipts(folder));
    expect(read.map(({ drifterId, revision }) => `${drifterId}.${revision}`)).to.deep.equal([
      "9.1",
      "9.2",
      "9.3",
      "10.1",
      `${2n ** 256n - 1n}.1`,
    ]);
    expect(await countQuarantined(folder)).to.equal(2);
    const newest = newestRevisionFiles(await readdir(folder));
    expect(newest.map(({ drifterId, revision }) => [drifterId, revision])).to.have.deep.members([
      ["9", 4],
      ["10", 1],
      [(2n ** 256n - 1n).toString(), 1],
    ]);
  });

  it("are read in the order of age, not of their names", async () => {
    const { savedAt } = receipt("7");
    for (const revision of [8, 9, 10, 11]) {
      await writeRevisionFile(folder, { ...receipt("7", revision), savedAt });
    }
    const read = await Array.fromAsync(readReceipts(folder));
    expect(read.map(({ revision }) => revision)).to.deep.equal([8, 9, 10, 11]);
  });

  const hash = narrativeHash("Dust.");
  for (const { name, isRevision } of [
    { name: `7.1.${hash}.json`, isRevision: true },
    { name: `0.99.${hash}.json.corrupt-17`, isRevision: true },
    { name: `7.0.${hash}.json`, isRevision: false },
    { name: `07.1.${hash}.json`, isRevision: false },
    { name: `x7.1.${hash}.json`, isRevision: false },
    { name: `7.1.${hash}0.json`, isRevision: false },
    { name: `7.1.${hash}.json.tmp`, isRevision: false },
    { name: `7.1.${hash}.json.corrupt-17a`, isRevision: false },
    { name: `7.1.${hash}xjson`, isRevision: false },
    { name: "7.json", isRevision: false },
  ]) {
    it(`are ${isRevision ? "" : "not "}revisions when they are named ${name.replace(hash, "HASH")}`, () => {
      const parsed = parseRevisionFileName(name);
      if (!isRevision) return expect(parsed).to.equal(undefined);
      const [drifterId, revision] = name.split(".");
      const isSetAside = name.includes("corrupt");
      return expect(parsed).to.deep.equal({
        drifterId,
        revision: Number(revision),
        hash,
        isSetAside,
      });
    });
  }

  it("are reported when they have disappeared", async () => {
    const failure = await readRevisionFile(folder, revisionFileOf(receipt("7"))).catch(
      (error) => error,
    );
    expect(failure).to.be.instanceOf(CorruptFileError);
    expect(failure.message).to.match(/^7\.1\.[0-9a-f]{64}\.json is gone\.$/);
  });

  it("record which texts are stories", async () => {
    for (const [text, isStory] of [
      ["Dust.", true],
      ["<!-- gone -->", false],
    ] as const) {
      const given = receipt("7", 1, text);
      expect(await writeRevisionFile(folder, given)).to.equal(isStory);
      expect(await readRevisionFile(folder, revisionFileOf(given))).to.deep.equal({
        receipt: given,
        isStory,
      });
    }
  });
});

describe("fillFolder", () => {
  it("marks the folder while it writes", async () => {
    const folder = await temporaryFolder();
    async function* receipts() {
      yield receipt("7");
      expect(await readdir(folder)).to.include(".restoring");
    }
    const synced = await syncedBy(async () =>
      expect(await fillFolder(folder, receipts())).to.equal(1),
    );
    // With the marker, with the file, before and after the marker's removal.
    const { ino } = await stat(folder);
    expect(synced.filter((inode) => inode === ino)).to.have.length(4);
    expect(synced[0]).to.equal(ino);
    expect(await readdir(folder)).to.deep.equal([fileOf("7", 1, "Telling 1.")]);
  });

  it("has emptied the folder when it throws", async () => {
    const folder = await temporaryFolder();
    async function* receipts() {
      yield receipt("7");
      yield receipt("8");
      throw new Error("The archive ends early.");
    }
    const failure = await fillFolder(folder, receipts()).catch((error) => error);
    expect(readdirSync(folder)).to.deep.equal([]);
    expect(failure).to.have.property("message", "The archive ends early.");
  });
});

describe("parseReceipt", () => {
  const good = receipt("7");
  it("accepts a receipt", () => {
    expect(parseReceipt(good)).to.deep.equal(good);
    expect(parseReceipt({ ...good, blockNumber: 0, chainId: 1, signature: "0x" })).to.include({
      blockNumber: 0,
    });
  });

  const author = good.author;
  for (const change of [
    { drifterId: "07" },
    { drifterId: (2n ** 256n).toString() },
    { narrative: 7 },
    { signedMessage: null },
    { signature: "01" },
    { signature: "0xg0" },
    { author: author.slice(0, -1) },
    { author: `${author}0` },
    { author: author.replace("0x3", "0xg") },
    { author: `a${author}` },
    { savedAt: "2026-01-01" },
    { blockNumber: -1 },
    { blockNumber: 1.5 },
    { chainId: 0 },
    { contract: author.slice(2) },
    { revision: 0 },
    { title: "Dust" },
  ]) {
    it(`refuses one with ${JSON.stringify(change).slice(0, 60)}`, () => {
      expect(() => parseReceipt({ ...good, ...change })).to.throw();
    });
  }

  for (const field of Object.keys(good)) {
    it(`refuses one without ${field}`, () => {
      expect(() => parseReceipt({ ...good, [field]: undefined })).to.throw();
    });
  }
});

describe("the lock of a folder", () => {
  it("is released once, and keeps its file", async () => {
    const folder = await temporaryFolder();
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder))
      .to.throw(FolderLockError)
      .that.includes({ isInUse: true });
    unlock();
    unlock();
    lockFolder(folder)();
    expect(await readdir(folder)).to.deep.equal([lockFile]);
  });

  it("is refused in a folder that cannot be written", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, lockFile));
    expect(() => lockFolder(folder))
      .to.throw(FolderLockError)
      .that.includes({ isInUse: false });
  });

  it("rethrows every other error of its file", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, lockFile), "no database".repeat(200));
    expect(() => lockFolder(folder))
      .to.throw(/not a database/)
      .and.not.instanceOf(FolderLockError);
  });
});

describe("the hide list of a folder, while it is watched", () => {
  let folder: string;
  let hidden: HiddenFolder;
  let reads: Mock<HiddenFolder["ids"]>;
  const log: string[] = [];
  const logger = pino({}, { write: (line) => log.push(line) });
  beforeEach(async () => {
    folder = await temporaryFolder();
    hidden = new HiddenFolder(folder);
    log.length = 0;
    reads = mock.method(HiddenFolder.prototype, "ids");
    mock.timers.enable({ apis: ["setInterval"] });
  });
  afterEach(() => mock.reset());

  /** Advances the clock and waits for the read of the folder that this starts. */
  const advanceClock = async (milliseconds = 250) => {
    mock.timers.tick(milliseconds);
    await Promise.allSettled(reads.mock.calls.map(({ result }) => result));
    await setImmediate();
  };

  it("is reported immediately and after each change, until the watch stops", async () => {
    const reported: string[][] = [];
    const stop = await hidden.watch((ids) => reported.push([...ids]), logger);
    expect(reported).to.deep.equal([[]]);
    await hidden.hide("1", "");
    await advanceClock(249);
    expect(reported).to.have.length(1);
    await advanceClock(1);
    await advanceClock();
    expect(reported.slice(1)).to.deep.equal([["1"]]);
    await hidden.unhide("1");
    await hidden.hide("2", "");
    await advanceClock();
    expect(reported.slice(2)).to.deep.equal([["2"]]);
    stop();
    await hidden.hide("3", "");
    await advanceClock();
    expect(reported).to.have.length(3);
  });

  it("is read by one poll at a time, however slow the disk is", async () => {
    const stop = await hidden.watch(() => {}, logger);
    const slow = Promise.withResolvers<ReadonlySet<string>>();
    reads.mock.mockImplementationOnce(() => slow.promise);
    const before = reads.mock.callCount();
    mock.timers.tick(750);
    expect(reads.mock.callCount() - before).to.equal(1);
    slow.resolve(new Set());
    await setImmediate();
    mock.timers.tick(250);
    expect(reads.mock.callCount() - before).to.equal(2);
    stop();
  });

  it("is not watched by a closed store", async () => {
    const store = await LowdbStore.open(folder, logger);
    await hidden.hide("1", "");
    await advanceClock();
    expect(await store.isHidden("1")).to.equal(true);
    await store.close();
    await hidden.hide("2", "");
    await advanceClock();
    expect(await store.isHidden("2")).to.equal(false);
  });

  it("syncs its folder when it is made, and when an entry is removed", async () => {
    const inode = async (path: string) => (await stat(path)).ino;
    const inHide = await syncedBy(() => hidden.hide("1", "a"));
    const place = join(folder, "hidden");
    expect(inHide[0]).to.equal(await inode(folder));
    expect(await syncedBy(() => hidden.hide("1", "b"))).to.have.length(2);
    expect(await syncedBy(() => hidden.unhide("1"))).to.deep.equal([await inode(place)]);
    expect(await syncedBy(() => hidden.unhide("1"))).to.deep.equal([]);
  });
});
