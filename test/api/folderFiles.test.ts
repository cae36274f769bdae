import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Mock, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { pino } from "pino";
import type { NarrativeRecord } from "#protocol/narrative";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import { narrativeHash } from "../../api/src/narratives/narrativeHash.ts";
import { parseRevisionFileName, writeRevisionFile } from "../../api/src/narratives/revisionFile.ts";
import { temporaryFolder } from "./apiFixture.ts";
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
});
