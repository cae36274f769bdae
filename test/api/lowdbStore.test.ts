import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { pino } from "pino";
import type { NarrativeRecord } from "#protocol/narrative";
import { FolderLockError } from "../../api/src/narratives/folderLock.ts";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import { narrativeHash } from "../../api/src/narratives/narrativeHash.ts";
import { StoreFolderError } from "../../api/src/storeFolder.ts";
import { asOrdinaryUser } from "../support/ordinaryUser.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { codeOf, draft } from "./narrativeDraft.ts";

const silent = pino({ level: "silent" });

/** Name of the file of a revision. */
const fileOf = (drifterId: string, revision: number, text: string) =>
  `${drifterId}.${revision}.${narrativeHash(text)}.json`;

// What every store does is in narrativeStore.test.ts; here is what only files and folders can do.
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
    const lines: string[] = [];
    store = await LowdbStore.open(folder, pino({}, { write: (line) => lines.push(line) }));
    return lines.join("");
  };
  const stories = async () => (await store.list()).map(({ drifterId }) => drifterId);
  const textOf = async (drifterId: string) => (await store.find(drifterId))?.narrative;
  const historyOf = async (drifterId: string) => {
    const history = await Array.fromAsync(store.history(drifterId));
    return history.map(({ narrative }) => narrative);
  };
  const rewrite = async (name: string, change: (text: string) => string | Buffer) => {
    const damaged = change(await readFile(join(folder, name), "utf8"));
    await writeFile(join(folder, name), damaged);
    return damaged;
  };

  it("keeps each accepted text in a file that is never written again", async () => {
    await store.save(draft("1", "One."));
    const first = await readFile(join(folder, fileOf("1", 1, "One.")), "utf8");
    await store.save(draft("1", "Two."));
    expect(await readdir(folder)).to.have.members([
      ".format.json",
      ".lock",
      fileOf("1", 1, "One."),
      fileOf("1", 2, "Two."),
    ]);
    expect(await readFile(join(folder, fileOf("1", 1, "One.")), "utf8")).to.equal(first);
    expect(JSON.parse(first)).to.deep.include(draft("1", "One."));
  });

  it("keeps the order of saves though the clock has been set back", async () => {
    await store.save(draft("1", "One."));
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await rewrite(fileOf("1", 1, "One."), (text) =>
      text.replace(/(?<="savedAt":")[^"]+/, tomorrow),
    );
    await reopen();
    await store.save(draft("2", "Two."));
    expect(await stories()).to.deep.equal(["2", "1"]);
  });

  describe("given a folder of an older version, with one file for all revisions of a drifter", () => {
    const receipt = (text: string, revision: number): NarrativeRecord => ({
      ...draft("7", text),
      savedAt: `2026-01-0${revision}T00:00:00.000Z`,
      revision,
    });
    const old = { revisions: [receipt("One.", 1), receipt("Two.", 2)] };

    it("loses nothing of it", async () => {
      await writeFile(join(folder, "7.json"), JSON.stringify(old));
      await reopen();
      expect(await store.find("7")).to.deep.equal(old.revisions[1]);
      expect(await historyOf("7")).to.deep.equal(["Two.", "One."]);
      expect(await store.save(draft("7", "One."))).to.deep.equal({ kind: "replaced" });
      expect(await readdir(folder)).not.to.include("7.json");
    });

    it("goes on where bringing it up to date was cut short", async () => {
      await writeFile(join(folder, "7.json"), JSON.stringify(old));
      await writeFile(join(folder, fileOf("7", 1, "One.")), JSON.stringify(old.revisions[0]));
      await reopen();
      expect(await historyOf("7")).to.deep.equal(["Two.", "One."]);
    });

    for (const { name, content } of [
      { name: "garbage", content: "garbage" },
      { name: "of another shape", content: '{"revisions":[]}' },
      { name: "another drifter's", content: JSON.stringify(old).replaceAll('"7"', '"8"') },
      { name: "with a text that was not signed", content: JSON.stringify(old).replace("One", "0") },
    ]) {
      it(`sets a file aside that is ${name}`, async () => {
        await writeFile(join(folder, "7.json"), content);
        expect(await reopen()).to.include("set aside");
        expect(await stories()).to.deep.equal([]);
        const names = await readdir(folder);
        expect(names.filter((name) => /^7\.json\.corrupt-\d+$/.test(name))).to.have.length(1);
      });
    }
  });

  describe("given a folder from before a file said whether its text is a story", () => {
    const removal = "<!-- 5f3c -->";
    const dropAnswer = (text: string) => text.replace(',"isStory":false', "");
    beforeEach(async () => {
      await store.save(draft("1", "One."));
      await store.save(draft("1", removal));
      await store.save(draft("2", "Two."));
    });

    it("[D9] decides it once, and says so in the file", async () => {
      expect(await rewrite(fileOf("1", 2, removal), dropAnswer)).not.to.include("isStory");
      await rm(join(folder, ".format.json"));
      const log = await reopen();
      expect(log).to.include('"removed":1');
      expect(await stories()).to.deep.equal(["2"]);
      expect(await readFile(join(folder, fileOf("1", 2, removal)), "utf8")).to.include(
        '"isStory":false',
      );
      expect(await readFile(join(folder, ".format.json"), "utf8")).to.equal('{"version":2}');
      expect(await historyOf("1")).to.deep.equal([removal, "One."]);
      expect(await reopen()).not.to.include("removed");
    });

    it("holds to what the files say from then on, whatever is a story by then", async () => {
      await rewrite(fileOf("1", 2, removal), dropAnswer);
      await rewrite(fileOf("2", 1, "Two."), (text) => text.replace(/}$/, ',"isStory":false}'));
      await reopen();
      expect(await stories()).to.deep.equal(["1"]);
      expect(await textOf("1")).to.equal(removal);
    });

    it("refuses a folder that a newer version has made, and says what to do", async () => {
      await rewrite(".format.json", () => '{"version":99}');
      const failure = await reopen().catch((error) => error);
      expect(failure).to.be.instanceOf(StoreFolderError);
      expect(failure.message).to.include("Run the newer service");
      await rewrite(".format.json", () => '{"version":2}');
      await reopen();
    });
  });

  describe("given the process died in the middle of a save", () => {
    it("has the story from before, and sweeps what was half-written", async () => {
      await store.save(draft("1", "Whole."));
      const leftover = `${fileOf("1", 2, "Half.")}.0b4ff53c-7f63-4d43-9a3c-35c1c4dd1c3e.tmp`;
      await writeFile(join(folder, leftover), '{"drift');
      await reopen();
      expect(await textOf("1")).to.equal("Whole.");
      expect(await readdir(folder)).to.have.members([
        ".format.json",
        ".lock",
        fileOf("1", 1, "Whole."),
      ]);
    });
  });

  describe("given the process died in the middle of an import", () => {
    it("is empty again, says so, and takes the import anew", async () => {
      await store.save(draft("1", "One."));
      await writeFile(join(folder, ".restoring"), "");
      expect(await reopen()).to.include("import the archive again");
      expect(await readdir(folder)).to.have.members([".format.json", ".lock"]);
      expect(await stories()).to.deep.equal([]);
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
        name: "with another message than fits",
        corrupt: (text) => text.replace("I own Drifter 1", "I own Drifter 2"),
      },
      {
        name: "another drifter's",
        corrupt: (text) => text.replaceAll('"drifterId":"1"', '"drifterId":"2"'),
      },
      {
        name: "of another revision",
        corrupt: (text) => text.replace('"revision":1', '"revision":2'),
      },
    ];
    for (const { name, corrupt } of corruptions) {
      it(`sets aside one that is ${name}, says so, and serves the others`, async () => {
        await store.save(draft("1", "One."));
        await store.save(draft("2", "Two."));
        const damaged = await rewrite(fileOf("1", 1, "One."), corrupt);
        expect(await reopen())
          .to.include("set aside")
          .and.include(fileOf("1", 1, "One."));
        expect(await stories()).to.deep.equal(["2"]);
        expect(await textOf("1")).to.equal(undefined);
        const aside = (await readdir(folder)).filter((name) => name.includes("corrupt"));
        expect(aside).to.have.length(1);
        const kept = await readFile(join(folder, aside[0] ?? ""));
        expect(kept.equals(Buffer.from(damaged))).to.equal(true);
      });
    }

    it("[S6.4] never shows an older text instead, and still refuses all that were replaced", async () => {
      await store.save(draft("1", "One."));
      await store.save(draft("1", "Two."));
      await rewrite(fileOf("1", 2, "Two."), () => "garbage");
      for (const when of ["at once", "opened again"]) {
        await reopen();
        expect(await textOf("1"), when).to.equal(undefined);
        expect(await store.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
        expect(await historyOf("1")).to.deep.equal(["One."]);
      }
      const outcome = await store.save(draft("1", "Three."));
      expect(outcome).to.have.nested.property("record.revision", 3);
      await reopen();
      expect(await historyOf("1")).to.deep.equal(["Three.", "One."]);
      expect(await store.save(draft("1", "Two."))).to.deep.equal({ kind: "replaced" });
    });

    it("takes the lost text again as long as nothing has replaced it", async () => {
      await store.save(draft("1", "One."));
      await rewrite(fileOf("1", 1, "One."), () => "garbage");
      await reopen();
      expect(await store.save(draft("1", "One."))).to.have.property("kind", "saved");
      await reopen();
      expect(await textOf("1")).to.equal("One.");
    });

    it("refuses to serve one that was damaged while it was open", async () => {
      await store.save(draft("1", "One."));
      await store.save(draft("1", "Two."));
      await rewrite(fileOf("1", 1, "One."), (text) => text.replace("One.", "0ne."));
      await rewrite(fileOf("1", 2, "Two."), (text) => text.replace("Two.", "2wo."));
      expect(await codeOf(store.find("1"))).to.equal("store.unavailable");
      expect(await codeOf(historyOf("1"))).to.equal("store.unavailable");
    });

    it("leaves files alone that are not its own", async () => {
      const foreign = ["notes.txt", "01.json", `01.1.${narrativeHash("")}.json`, "1.1.json"];
      for (const name of foreign) await writeFile(join(folder, name), "mine");
      await reopen();
      expect(await readdir(folder)).to.include.members(foreign);
    });
  });

  describe("given the disk refuses a write", () => {
    const expectAsBefore = async () => {
      expect(await textOf("1")).to.equal("Before.");
      expect(await stories()).to.deep.equal(["1"]);
      expect(await readdir(folder)).to.have.members([
        ".format.json",
        ".lock",
        fileOf("1", 1, "Before."),
      ]);
    };

    it("[S7.11] refuses the save as store.unavailable when the folder is gone, and saves once it is back", async () => {
      await store.save(draft("1", "Before."));
      const away = `${folder}-away`;
      await rename(folder, away);
      expect(await codeOf(store.save(draft("1", "After.")))).to.equal("store.unavailable");
      expect(await codeOf(store.save(draft("2", "New.")))).to.equal("store.unavailable");
      await rename(away, folder);
      await expectAsBefore();
      const outcome = await store.save(draft("1", "After."));
      expect(outcome).to.have.nested.property("record.revision", 2);
    });

    it("stays as it was when the folder is read-only, and saves once it is not", async () => {
      await store.save(draft("1", "Before."));
      await inReadOnlyFolder(async () => {
        expect(await codeOf(store.save(draft("1", "After.")))).to.equal("store.unavailable");
        expect(await codeOf(store.save(draft("2", "New.")))).to.equal("store.unavailable");
        expect(await codeOf(store.check())).to.equal("store.unavailable");
        await expectAsBefore();
      });
      await store.check();
      expect(await store.save(draft("1", "After."))).to.have.property("kind", "saved");
    });

    it("says that it may not write when it is opened in a read-only folder", async () => {
      await store.close();
      await inReadOnlyFolder(async () => {
        const error = await LowdbStore.open(folder, silent).catch((error) => error);
        expect(error).to.be.instanceOf(StoreFolderError);
        expect(error.message).to.include(`may not read and write ${folder}.`);
      });
      await reopen();
    });

    for (const { name, shell } of [
      {
        name: "when files may not grow any further",
        // The signal that comes with it would end the process before the write could fail.
        shell: "trap '' XFSZ; ulimit -f 64; exec \"$@\"",
      },
      {
        name: "when the disk is full",
        shell: 'mount -t tmpfs -o size=96k none "$1" || exit 77; shift; exec "$@"',
      },
    ]) {
      it(`stays as it was ${name}`, async function () {
        const outcome = await saveUntilFull(shell);
        // Mounting needs a right that not every machine gives; the test above needs none.
        if (outcome === "not permitted") return this.skip();
        expect(outcome).to.deep.equal({
          refusal: "store.unavailable",
          storyAfter: "Before.",
          listed: ["1"],
          leftovers: [],
          smallOneAfter: "saved",
          storyReopened: "Small.",
        });
      });
    }

    it("saves nothing more until it is opened anew when nobody can say what is on disk", async () => {
      await store.save(draft("1", "Before."));
      const restoreSync = await breakFolderSync(folder);
      expect(await codeOf(store.save(draft("1", "After.")))).to.equal("store.unavailable");
      restoreSync();
      expect(await codeOf(store.check())).to.equal("store.unavailable");
      expect(await textOf("1")).to.equal("Before.");
      expect(await codeOf(store.save(draft("1", "Later.")))).to.equal("store.unavailable");
      await reopen();
      expect(await textOf("1")).to.be.oneOf(["Before.", "After."]);
      expect(await store.save(draft("1", "Later."))).to.have.property("kind", "saved");
      await reopen();
      expect(await textOf("1")).to.equal("Later.");
    });
  });

  describe("given a hide list that somebody has edited by hand", () => {
    const entry = (drifterId: string) => join(folder, "hidden", `${drifterId}.json`);
    beforeEach(async () => {
      for (const id of ["1", "2", "3"]) await store.save(draft(id, "Dust."));
      await mkdir(join(folder, "hidden"));
    });

    it("hides whomever a file names, whatever is in it, and nobody for a file that is not its own", async () => {
      await writeFile(entry("1"), "");
      await writeFile(entry("2"), "{ not JSON");
      await writeFile(entry("03"), "{}");
      await writeFile(entry("3").replace(".json", ".txt"), "{}");
      await reopen();
      expect(await stories()).to.deep.equal(["3"]);
      expect(await new HiddenFolder(folder).entries()).to.have.deep.members([
        { drifterId: "1", reason: "", hiddenAt: "" },
        { drifterId: "2", reason: "", hiddenAt: "" },
      ]);
    });

    it("goes by what it read last, and says so once, while it cannot be read", async () => {
      await writeFile(entry("1"), "");
      const log: string[] = [];
      await store.close();
      store = await LowdbStore.open(folder, pino({}, { write: (line) => log.push(line) }));
      await rename(join(folder, "hidden"), join(folder, "away"));
      await writeFile(join(folder, "hidden"), "no folder");
      while (log.length === 0) await delay(10);
      expect(log.join("")).to.include("the hide list cannot be read");
      expect(await stories()).to.deep.equal(["3", "2"]);
      await rm(join(folder, "hidden"));
      await rename(join(folder, "away"), join(folder, "hidden"));
      await new HiddenFolder(folder).unhide("1");
      while (await store.isHidden("1")) await delay(10);
      expect(log).to.have.length(1);
    });

    it("hides nobody in a folder that is not there", async () => {
      const elsewhere = new HiddenFolder(join(folder, "mistaken"));
      const failure = await elsewhere.hide("1", "").catch((error) => error);
      expect(failure).to.include({ code: "ENOENT" });
      expect(await elsewhere.entries()).to.deep.equal([]);
    });
  });

  describe("given another holds the folder", () => {
    it("refuses to open it, and names the folder and the way out", async () => {
      const error = await LowdbStore.open(folder, silent).catch((error) => error);
      expect(error).to.be.instanceOf(FolderLockError);
      expect(error.message).to.include(folder).and.include("DATA_DIR");
    });

    it("opens it as soon as that process is dead, however it died", async () => {
      await store.close();
      using other = await holdInAnotherProcess(folder);
      expect(await LowdbStore.open(folder, silent).catch((error) => error)).to.be.instanceOf(
        FolderLockError,
      );
      other.kill("SIGKILL");
      await once(other, "exit");
      store = await LowdbStore.open(folder, silent);
    });
  });

  /** Works while this process may not write in the folder. */
  async function inReadOnlyFolder(work: () => Promise<void>): Promise<void> {
    const parent = join(folder, "..");
    await chmod(parent, 0o755);
    await chmod(folder, 0o555);
    await chmod(join(folder, ".lock"), 0o444);
    try {
      await asOrdinaryUser(work);
    } finally {
      await chmod(folder, 0o755);
      await chmod(join(folder, ".lock"), 0o644);
    }
  }
});

/** Lets the next folder's sync fail, until the returned function is called. */
async function breakFolderSync(folder: string): Promise<() => void> {
  const handle = await open(folder);
  // Safety: every handle that node:fs/promises opens has this prototype.
  const prototype = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function (this: typeof handle) {
    if ((await this.stat()).isDirectory()) throw new Error("Input/output error");
    await sync.call(this);
  };
  return () => {
    prototype.sync = sync;
  };
}

/** What a process tells that saves a small story, one that does not fit, and a small one again. */
async function saveUntilFull(shell: string): Promise<object | "not permitted"> {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const node = [process.execPath, join(import.meta.dirname, "saveUntilFull.ts"), folder];
  const inNamespace = ["unshare", "--mount", "sh", "-c", shell, "sh", folder, ...node];
  const [command = "", ...args] = shell.startsWith("mount")
    ? inNamespace
    : ["sh", "-c", shell, "sh", ...node];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit").catch(() => [77]);
  const told = json(child.stdout).catch(() => undefined);
  const [status] = await exit;
  if (status === 0) return (await told) as object;
  return "not permitted";
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
