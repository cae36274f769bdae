import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import { narrativeHash, narrativeMessage } from "#protocol/narrativeMessage";
import { FolderInUseError } from "../../api/src/narratives/folderLock.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import type { NarrativeDraft } from "../../api/src/narratives/store.ts";
import { ApiError } from "../../api/src/problem.ts";
import { temporaryFolder } from "./apiFixture.ts";

const silent = pino({ level: "silent" });

describe("LowdbStore", () => {
  let folder: string;
  let store: LowdbStore;
  beforeEach(async () => {
    folder = join(await temporaryFolder(), "narratives");
    store = await LowdbStore.open(folder, silent);
  });
  afterEach(() => store.close());

  const reopen = async () => {
    await store.close();
    store = await LowdbStore.open(folder, silent);
  };
  const stories = async () => (await store.list()).map(({ drifterId }) => drifterId);
  const textOf = async (drifterId: string) => (await store.find(drifterId))?.narrative;

  describe("given it is opened again", () => {
    it("remembers stories, their order, and every text that was replaced", async () => {
      await store.save(draft("1", "One."));
      await store.save(draft("2", "Two."));
      await store.save(draft("1", "One, again."));
      const list = await store.list();
      await reopen();
      expect(await store.list()).to.deep.equal(list);
      expect(await stories()).to.deep.equal(["1", "2"]);
      expect(await store.wasReplaced("1", narrativeHash("One."))).to.equal(true);
      expect(await store.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
      expect(await store.wasReplaced("1", narrativeHash("One, again."))).to.equal(false);
    });

    it("keeps every accepted revision on disk, whole", async () => {
      await store.save(draft("1", "One."));
      await store.save(draft("1", ""));
      await store.save(draft("1", "Three."));
      const { revisions } = JSON.parse(await readFile(join(folder, "1.json"), "utf8"));
      expect(revisions.map(({ narrative }: NarrativeDraft) => narrative)).to.deep.equal([
        "One.",
        "",
        "Three.",
      ]);
      expect(revisions[0]).to.deep.include(draft("1", "One."));
    });

    it("keeps the order of saves though the clock has been set back", async () => {
      await store.save(draft("1", "One."));
      const file = join(folder, "1.json");
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(/(?<="savedAt":")[^"]+/, tomorrow));
      await reopen();
      await store.save(draft("2", "Two."));
      expect(await stories()).to.deep.equal(["2", "1"]);
    });

    it("does not list a drifter whose story was taken down", async () => {
      await store.save(draft("1", "One."));
      await store.save(draft("1", ""));
      await reopen();
      expect(await stories()).to.deep.equal([]);
      expect(await textOf("1")).to.equal(undefined);
    });
  });

  describe("given the process died in the middle of a save", () => {
    it("has the story from before, and sweeps what was half-written", async () => {
      await store.save(draft("1", "Whole."));
      const leftover = "1.json.0b4ff53c-7f63-4d43-9a3c-35c1c4dd1c3e.tmp";
      await writeFile(join(folder, leftover), '{"revisions":[{"drift');
      await reopen();
      expect(await textOf("1")).to.equal("Whole.");
      expect(await readdir(folder)).to.have.members([".lock", "1.json"]);
    });
  });

  describe("given a file is not what was once written", () => {
    const corruptions: { name: string; corrupt: (text: string) => string | Buffer }[] = [
      { name: "cut short", corrupt: (text) => text.slice(0, -10) },
      { name: "empty", corrupt: () => "" },
      {
        name: "not UTF-8",
        corrupt: (text) => Buffer.from(text.replace("One", "\u00ff"), "latin1"),
      },
      { name: "JSON of another shape", corrupt: () => '{"revisions":[]}' },
      {
        name: "with another text than was signed",
        corrupt: (text) => text.replace("One.", "0ne."),
      },
      {
        name: "another drifter's",
        corrupt: (text) => text.replaceAll('"drifterId":"1"', '"drifterId":"2"'),
      },
      {
        name: "without its first revision",
        corrupt: (text) => text.replace('"revision":1', '"revision":2'),
      },
    ];
    for (const { name, corrupt } of corruptions) {
      it(`sets aside one that is ${name}, and serves the others`, async () => {
        await store.save(draft("1", "One."));
        await store.save(draft("2", "Two."));
        const file = join(folder, "1.json");
        const damaged = corrupt(await readFile(file, "utf8"));
        await writeFile(file, damaged);
        await reopen();
        expect(await stories()).to.deep.equal(["2"]);
        expect(await textOf("1")).to.equal(undefined);
        const aside = (await readdir(folder)).filter((name) => name.includes("corrupt"));
        expect(aside).to.have.length(1);
        expect(aside[0]).to.match(/^1\.json\.corrupt-\d+$/);
        const kept = await readFile(join(folder, aside[0] ?? ""));
        expect(kept.equals(Buffer.from(damaged))).to.equal(true);
      });
    }

    it("takes a new story where one was set aside", async () => {
      await writeFile(join(folder, "1.json"), "garbage");
      await reopen();
      await store.save(draft("1", "Anew."));
      await reopen();
      expect(await textOf("1")).to.equal("Anew.");
    });

    it("leaves files alone that are not its own", async () => {
      await writeFile(join(folder, "notes.txt"), "mine");
      await writeFile(join(folder, "01.json"), "mine too");
      await reopen();
      expect(await readdir(folder)).to.include.members(["notes.txt", "01.json"]);
    });
  });

  describe("given the disk refuses a write", () => {
    it("refuses the save as store.unavailable and stays as it was, in memory and on disk", async () => {
      await store.save(draft("1", "Before."));
      const away = `${folder}-away`;
      await rename(folder, away);
      expect(await codeOf(store.save(draft("1", "After.")))).to.equal("store.unavailable");
      expect(await codeOf(store.save(draft("2", "New.")))).to.equal("store.unavailable");
      await rename(away, folder);
      expect(await textOf("1")).to.equal("Before.");
      expect(await stories()).to.deep.equal(["1"]);
      const outcome = await store.save(draft("1", "After."));
      expect(outcome).to.have.nested.property("record.revision", 2);
    });

    it("refuses to write over a file that somebody else has changed", async () => {
      await store.save(draft("1", "One."));
      await store.save(draft("1", "Two."));
      const other = await temporaryFolder();
      await rename(join(folder, "1.json"), join(other, "1.json"));
      expect(await codeOf(store.save(draft("1", "Three.")))).to.equal("store.unavailable");
      expect(await codeOf(store.find("1"))).to.equal("store.unavailable");
    });
  });

  describe("given many saves at once", () => {
    it("takes those of one drifter one after the other, each under its own revision", async () => {
      const texts = Array.from({ length: 20 }, (_, index) => `Telling ${index}`);
      await Promise.all(texts.map((text) => store.save(draft("1", text))));
      const { revisions } = JSON.parse(await readFile(join(folder, "1.json"), "utf8"));
      expect(revisions.map(({ narrative }: NarrativeDraft) => narrative)).to.deep.equal(texts);
    });

    it("lets only one of two win that would replace the same revision", async () => {
      await store.save(draft("1", "One."));
      const overFirst = (current: { revision: number } | undefined) => current?.revision === 1;
      const outcomes = await Promise.all([
        store.save(draft("1", "Two."), overFirst),
        store.save(draft("1", "Also two."), overFirst),
      ]);
      expect(outcomes.map(({ kind }) => kind)).to.deep.equal(["saved", "stale"]);
    });

    it("finishes those in flight before it closes", async () => {
      const saves = ["1", "2", "3"].map((id) => store.save(draft(id, "Just in time.")));
      await store.close();
      expect(await readdir(folder)).to.include.members(["1.json", "2.json", "3.json"]);
      expect((await Promise.all(saves)).map(({ kind }) => kind)).to.deep.equal(
        Array(3).fill("saved"),
      );
      store = await LowdbStore.open(folder, silent);
      expect(await stories()).to.have.members(["1", "2", "3"]);
    });
  });

  describe("given another holds the folder", () => {
    it("refuses to open it, and names the folder and the way out", async () => {
      const error = await LowdbStore.open(folder, silent).catch((error) => error);
      expect(error).to.be.instanceOf(FolderInUseError);
      expect(error.message).to.include(folder).and.include("DATA_DIR");
    });

    it("opens it as soon as that process is dead, however it died", async () => {
      await store.close();
      using other = await holdInAnotherProcess(folder);
      expect(await LowdbStore.open(folder, silent).catch((error) => error)).to.be.instanceOf(
        FolderInUseError,
      );
      other.kill("SIGKILL");
      await once(other, "exit");
      store = await LowdbStore.open(folder, silent);
    });
  });
});

/** A story as it reaches the store. */
function draft(drifterId: string, narrative: string): NarrativeDraft {
  return {
    drifterId,
    narrative,
    signedMessage: narrativeMessage(drifterId, narrative),
    signature: "0x01",
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    blockNumber: 4,
    chainId: 31_337,
    contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  };
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => "no error",
    (error) => error,
  );
  return error instanceof ApiError ? error.code : error;
}

async function holdInAnotherProcess(folder: string) {
  const lockModule = new URL("../../api/src/narratives/folderLock.ts", import.meta.url).href;
  const script = `
    import { lockFolder } from ${JSON.stringify(lockModule)};
    lockFolder(process.argv[1]);
    console.log("held");
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}
