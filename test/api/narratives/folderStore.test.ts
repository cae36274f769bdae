import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { pino } from "pino";
import { FolderLockError } from "../../../api/src/files/folderLock.ts";
import { StoreFolderError } from "../../../api/src/files/storeFolder.ts";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { syncedBy } from "../../support/api/folderSync.ts";
import { codeOf, draft } from "../../support/api/narrativeDraft.ts";
import { fileOf, useStore } from "../../support/api/narrativeStores.ts";

const silent = pino({ level: "silent" });

// narrativeStore.test.ts tests the common behavior of all stores.
describe("FolderStore", () => {
  const { current, reopen, stories, textOf, textsOf, rewrite } = useStore();

  it("stores each accepted text in its own file", async () => {
    await current.store.save(draft("1", "One."));
    const first = await readFile(join(current.folder, fileOf("1", 1, "One.")), "utf8");
    await current.store.save(draft("1", "Two."));
    expect(await readdir(current.folder)).to.have.members([
      ".format.json",
      ".lock",
      fileOf("1", 1, "One."),
      fileOf("1", 2, "Two."),
    ]);
    expect(await readFile(join(current.folder, fileOf("1", 1, "One.")), "utf8")).to.equal(first);
    expect(JSON.parse(first)).to.deep.include(draft("1", "One."));
  });

  it("dates a save after every earlier save, even after a restart with the clock set back", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_000 });
    // Saves several stories, because a restart reads files in any order.
    const drifterIds = ["4", "9", "1", "7", "3", "8", "2", "6"];
    for (const drifterId of drifterIds) await current.store.save(draft(drifterId, "Then."));
    mock.timers.setTime(0);
    await reopen();
    await current.store.save(draft("5", "Now."));
    mock.timers.reset();
    expect(await stories()).to.deep.equal(["5", ...drifterIds.toReversed()]);
  });

  it("rejects a folder with a different version, and reports what to do", async () => {
    await rewrite(".format.json", () => '{"version":99}');
    const failure = await reopen().catch((error) => error);
    expect(failure).to.be.instanceOf(StoreFolderError);
    expect(failure.message).to.include("Run the version that wrote it");
    await rewrite(".format.json", () => '{"version":1}');
    await reopen();
  });

  describe("interrupted save", () => {
    it("preserves the previous story, and removes temporary files", async () => {
      await current.store.save(draft("1", "Whole."));
      const leftover = `${fileOf("1", 2, "Half.")}.0b4ff53c-7f63-4d43-9a3c-35c1c4dd1c3e.tmp`;
      await writeFile(join(current.folder, leftover), '{"drift');
      await reopen();
      expect(await textOf("1")).to.equal("Whole.");
      expect(await readdir(current.folder)).to.have.members([
        ".format.json",
        ".lock",
        fileOf("1", 1, "Whole."),
      ]);
    });
  });

  describe("interrupted import", () => {
    it("opens empty, logs the interruption, and accepts the import again", async () => {
      await current.store.save(draft("1", "One."));
      await writeFile(join(current.folder, ".restoring"), "");
      let log = "";
      const synced = await syncedBy(
        async () => (log = await reopen()),
        async () => (await readdir(current.folder)).sort(),
      );
      expect(log).to.include("import the archive again");
      // The import marker is removed only after all of the import's files are gone from disk.
      const marked = [".format.json", ".lock", ".restoring"];
      expect([synced[0], synced[1]]).to.deep.equal([marked, marked.slice(0, 2)]);
      expect(await readdir(current.folder)).to.have.members([".format.json", ".lock"]);
      expect(await stories()).to.deep.equal([]);
    });
  });

  describe("corrupt file", () => {
    const corruptions: Record<string, (text: string) => string | Buffer> = {
      "cut short": (text) => text.slice(0, -10),
      empty: () => "",
      "no JSON": () => "Hidden words.",
      "not UTF-8": (text) => Buffer.from(text.replace("One", "\u00ff"), "latin1"),
      "JSON of another shape": () => '{"revisions":[]}',
      "with another text than was signed": (text) => text.replace("One.", "0ne."),
      "with another message than fits": (text) =>
        text.replace("I own Drifter 1", "I own Drifter 2"),
      "another drifter's": (text) => text.replaceAll('"drifterId":"1"', '"drifterId":"2"'),
      "of another revision": (text) => text.replace('"revision":1', '"revision":2'),
    };
    for (const [name, corrupt] of Object.entries(corruptions)) {
      it(`quarantines a file that is ${name}, logs it, and serves all valid stories`, async () => {
        await current.store.save(draft("1", "One."));
        await current.store.save(draft("2", "Two."));
        const damaged = await rewrite(fileOf("1", 1, "One."), corrupt);
        const log = await reopen();
        expect(log)
          .to.include("quarantined")
          .and.include(fileOf("1", 1, "One."));
        expect(log).not.to.include("Hidden words");
        expect(await stories()).to.deep.equal(["2"]);
        expect(await textOf("1")).to.equal(undefined);
        const aside = (await readdir(current.folder)).filter((name) => name.includes("corrupt"));
        expect(aside).to.have.length(1);
        expect(log).to.include(`"aside":"${aside[0]}"`);
        const stored = await readFile(join(current.folder, aside[0] ?? ""));
        expect(stored.equals(Buffer.from(damaged))).to.equal(true);
        const again = await current.store.save(draft("1", "One."));
        expect(again).to.have.nested.property("record.revision", 2);
      });
    }

    it("serves no older text instead, and still rejects every replaced text", async () => {
      await current.store.save(draft("1", "One."));
      await current.store.save(draft("1", "Two."));
      await rewrite(fileOf("1", 2, "Two."), () => "garbage");
      for (const when of ["at once", "opened again"]) {
        await reopen();
        expect(await textOf("1"), when).to.equal(undefined);
        // The missing story does not count as a removal by its owner.
        expect((await current.store.stories()).absence("1")).to.deep.equal({});
        expect(await current.store.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
        expect(await textsOf("1")).to.deep.equal(["One."]);
      }
      const outcome = await current.store.save(draft("1", "Three."));
      expect(outcome).to.have.nested.property("record.revision", 3);
      await reopen();
      expect(await textsOf("1")).to.deep.equal(["Three.", "One."]);
      const stored = await Array.fromAsync(current.store.revisions(), ({ narrative }) => narrative);
      expect(stored).to.deep.equal(["One.", "Three."]);
      expect(await current.store.save(draft("1", "Two."))).to.deep.equal({ kind: "replaced" });
    });

    it("does not serve a file that became corrupt while the store was open", async () => {
      await current.store.save(draft("1", "One."));
      await current.store.save(draft("1", "Two."));
      await rewrite(fileOf("1", 1, "One."), (text) => text.replace("One.", "0ne."));
      await rewrite(fileOf("1", 2, "Two."), (text) => text.replace("Two.", "2wo."));
      expect(await codeOf(current.store.find("1"))).to.equal("store.unavailable");
      expect(await codeOf(textsOf("1"))).to.equal("store.unavailable");
    });

    it("omits a corrupt earlier revision from the history, logs it, and serves the rest", async () => {
      for (const text of ["One.", "Two.", "Three."]) await current.store.save(draft("1", text));
      await rewrite(fileOf("1", 2, "Two."), () => "garbage");
      await reopen();
      expect(await textsOf("1")).to.deep.equal(["Three.", "One."]);
      expect(JSON.parse(current.log.at(-1) ?? "")).to.deep.include({
        level: 50,
        drifterId: "1",
        revision: 2,
        msg: "a story revision is corrupt",
      });
      expect(await textOf("1")).to.equal("Three.");
    });
  });

  describe("replaced files", () => {
    it("rereads all files when one is missing, and logs a warning", async () => {
      await reopen();
      await current.store.save(draft("1", "One."));
      await cp(current.folder, `${current.folder}-copied`, { recursive: true });
      for (const text of ["Two.", "Three."]) await current.store.save(draft("1", text));
      await current.store.save(draft("2", "Lost."));
      for (const name of await readdir(current.folder)) {
        if (/^\d/.test(name)) await rm(join(current.folder, name));
      }
      await cp(`${current.folder}-copied`, current.folder, { recursive: true });
      expect(await textOf("1")).to.equal("One.");
      const list = (await current.store.stories()).list();
      expect(list.map(({ drifterId, revision }) => [drifterId, revision])).to.deep.equal([
        ["1", 1],
      ]);
      expect(current.log.join("")).to.contain("story files were replaced");
      const saved = await current.store.save(draft("1", "Another second."));
      expect(saved).to.have.nested.property("record.revision", 2);
    });
  });

  describe("locked folder", () => {
    it("rejects the folder, and reports its path and DATA_DIR", async () => {
      const error = await FolderStore.open(current.folder, silent).catch((error) => error);
      expect(error).to.be.instanceOf(FolderLockError);
      expect(error.message).to.include(current.folder).and.include("DATA_DIR");
    });

    it("opens the folder after that process is killed", async () => {
      await current.store.close();
      using other = await holdInAnotherProcess(current.folder);
      expect(
        await FolderStore.open(current.folder, silent).catch((error) => error),
      ).to.be.instanceOf(FolderLockError);
      other.kill("SIGKILL");
      await once(other, "exit");
      current.store = await FolderStore.open(current.folder, silent);
    });
  });
});

async function holdInAnotherProcess(folder: string) {
  const lockModule = new URL("../../../api/src/files/folderLock.ts", import.meta.url).href;
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
