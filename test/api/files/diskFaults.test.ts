import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect } from "chai";
import { breakFolderSync, syncedBy } from "../../support/api/folderSync.ts";
import { codeOf, draft } from "../../support/api/narrativeDraft.ts";
import { fileOf, useStore } from "../../support/api/narrativeStores.ts";
import { runAsOrdinaryUser } from "../../support/ordinaryUser.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("FolderStore disk errors", () => {
  const { current, reopen, stories, textOf } = useStore();

  const expectAsBefore = async () => {
    expect(await textOf("1")).to.equal("Before.");
    expect(await stories()).to.deep.equal(["1"]);
    expect(await readdir(current.folder)).to.have.members([
      ".format.json",
      ".lock",
      fileOf("1", 1, "Before."),
    ]);
  };

  it("[S7.11] rejects the save as store.unavailable while the folder is missing, and then saves", async () => {
    await current.store.save(draft("1", "Before."));
    const away = `${current.folder}-away`;
    await rename(current.folder, away);
    expect(await codeOf(current.store.save(draft("1", "After.")))).to.equal("store.unavailable");
    expect(await codeOf(current.store.save(draft("2", "New.")))).to.equal("store.unavailable");
    await rename(away, current.folder);
    await expectAsBefore();
    const outcome = await current.store.save(draft("1", "After."));
    expect(outcome).to.have.nested.property("record.revision", 2);
  });

  it("leaves the stories unchanged while the folder is read-only, and saves afterwards", async () => {
    await current.store.save(draft("1", "Before."));
    await inReadOnlyFolder(async () => {
      expect(await codeOf(current.store.save(draft("1", "After.")))).to.equal("store.unavailable");
      expect(await codeOf(current.store.save(draft("2", "New.")))).to.equal("store.unavailable");
      expect(await codeOf(current.store.check())).to.equal("store.unavailable");
      await expectAsBefore();
    });
    await current.store.check();
    await expectAsBefore();
    expect(await current.store.save(draft("1", "After."))).to.have.property("kind", "saved");
  });

  for (const { name, shell } of [
    {
      name: "at the file size limit",
      // SIGXFSZ would end the process before the write fails.
      shell: "trap '' XFSZ; ulimit -f 64; exec \"$@\"",
    },
    {
      name: "when the disk is full",
      shell: 'mount -t tmpfs -o size=96k none "$1" || exit 77; shift; exec "$@"',
    },
  ]) {
    it(`leaves the stories unchanged ${name}`, async function () {
      const outcome = await saveUntilFull(shell);
      // Mounting a file system requires privileges; the test above does not.
      if (outcome === "not permitted") return this.skip();
      expect(outcome).to.deep.equal({
        rejection: "store.unavailable",
        storyAfter: "Before.",
        listed: ["1"],
        leftovers: [],
        smallOneAfter: "saved",
        storyReopened: "Small.",
      });
    });
  }

  it("opens the stories when the disk is full", async () => {
    await current.store.save(draft("1", "Before."));
    await current.store.close();
    const storeModule = new URL(
      "../../../api/src/narratives/folder/folderStore.ts",
      import.meta.url,
    );
    const script = `
      import { pino } from "pino";
      import { FolderStore } from ${JSON.stringify(storeModule.href)};
      const store = await FolderStore.open(process.argv[1], pino({ level: "silent" }));
      console.log((await store.find("1")).narrative);
      await store.close();`;
    const shell = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
    const node = [process.execPath, "--input-type=module", "--eval", script, current.folder];
    const { stdout } = await promisify(execFile)("sh", ["-c", shell, "sh", ...node]);
    expect(stdout).to.equal("Before.\n");
  });

  it("rejects all saves after a failed sync, until it is reopened", async () => {
    await current.store.save(draft("1", "Before."));
    const restoreSync = await breakFolderSync();
    expect(await codeOf(current.store.save(draft("1", "After.")))).to.equal("store.unavailable");
    restoreSync();
    expect(await codeOf(current.store.check())).to.equal("store.unavailable");
    expect(await textOf("1")).to.equal("Before.");
    expect(await codeOf(current.store.save(draft("1", "Later.")))).to.equal("store.unavailable");
    // Content that a power failure could lose is served only once it is on disk.
    const { ino } = await stat(current.folder);
    expect((await syncedBy(reopen)).at(-1)).to.equal(ino);
    expect(await textOf("1")).to.be.oneOf(["Before.", "After."]);
    expect(await current.store.save(draft("1", "Later."))).to.have.property("kind", "saved");
    await reopen();
    expect(await textOf("1")).to.equal("Later.");
  });

  /** Runs `work` while this process lacks write permission for the folder. */
  async function inReadOnlyFolder(work: () => Promise<void>): Promise<void> {
    const parent = join(current.folder, "..");
    await chmod(parent, 0o755);
    await chmod(current.folder, 0o555);
    const names = (await readdir(current.folder)).map((name) => join(current.folder, name));
    for (const name of names) await chmod(name, 0o444);
    try {
      await runAsOrdinaryUser(work);
    } finally {
      await chmod(current.folder, 0o755);
      for (const name of names) await chmod(name, 0o644);
    }
  }
});

/** Runs a process that saves a small story, one that does not fit, and a small one again; returns its report. */
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
  const report = json(child.stdout).catch(() => undefined);
  const [status] = await exit;
  if (status === 0) return (await report) as object;
  return "not permitted";
}
