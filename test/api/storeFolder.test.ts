import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { pino } from "pino";
import { FolderAuthorizations } from "../../api/src/mint/folderAuthorizations.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import { explainStartFault, statusOfStartFault } from "../../api/src/startFault.ts";
import { openingFolder, StoreFolderError } from "../../api/src/storeFolder.ts";
import { asOrdinaryUser } from "../support/ordinaryUser.ts";
import { startApi, temporaryFolder } from "./apiFixture.ts";
import { draft } from "./narrativeDraft.ts";

const silent = pino({ level: "silent" });

const mayMount = () =>
  promisify(execFile)("unshare", ["--mount", "mount", "--bind", "/", "/mnt"]).then(
    () => true,
    () => false,
  );

describe("a folder of stories that the service may not use", () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await temporaryFolder();
    folder = join(parent, "narratives");
  });
  afterEach(async () => {
    // Only so can they be removed.
    for (const path of [parent, folder, join(folder, "mint")]) {
      await chmod(path, 0o700).catch(() => undefined);
    }
  });

  /** What is said, by name and number, to a user that has no right to `place`. */
  const refusal = (place: string, purpose = "") =>
    new RegExp(
      `^The user \\S+ \\(\\d+\\) may not read and write ${place}${purpose}\\. Give it the right to, or set DATA_DIR to another folder\\.$`,
    );
  const complaintOf = async (open: () => Promise<unknown>) => {
    let error: unknown;
    await asOrdinaryUser(async () => {
      error = await open().catch((error: unknown) => error);
    });
    expect(error).to.be.instanceOf(StoreFolderError);
    return error instanceof Error ? error.message : "";
  };

  it("is named with who may not write where it would have to be made", async () => {
    await chmod(parent, 0o555);
    const deep = join(folder, "deeper");
    const complaint = await complaintOf(() => LowdbStore.open(deep, silent));
    expect(complaint).to.match(refusal(parent, ` to make ${deep}`));
    expect(await readdir(parent)).to.deep.equal([]);
  });

  it("is named with who may not write in it, though it is there", async () => {
    await mkdir(folder);
    for (const mode of [0o000, 0o555]) {
      await chmod(parent, 0o755);
      await chmod(folder, mode);
      const complaint = await complaintOf(() => LowdbStore.open(folder, silent));
      expect(complaint).to.match(refusal(folder));
    }
  });

  it("is no folder to be made, however DATA_DIR is written", async () => {
    await mkdir(folder);
    await chmod(parent, 0o755);
    const fault = Object.assign(new Error("EACCES"), { code: "EACCES", path: folder });
    for (const written of [`${folder}/`, relative(process.cwd(), folder)]) {
      const complaint = await complaintOf(() =>
        openingFolder(written, () => Promise.reject(fault)),
      );
      expect(complaint).to.match(refusal(folder));
    }
  });

  it("is named with the file in it that may not be read, as after a restore by somebody else", async () => {
    const store = await LowdbStore.open(folder, silent);
    await store.save(draft("1", "Told before."));
    await store.close();
    const [name = ""] = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    for (const path of [parent, folder, join(folder, ".lock")]) await chmod(path, 0o777);
    await chmod(join(folder, name), 0o000);
    const complaint = await complaintOf(() => LowdbStore.open(folder, silent));
    expect(complaint).to.match(refusal(join(folder, name)));
  });

  it("is named with the record of authorisations in it that may not be read", async () => {
    const record = join(folder, "mint");
    await mkdir(record, { recursive: true });
    for (const path of [parent, folder]) await chmod(path, 0o777);
    await chmod(record, 0o000);
    const complaint = await complaintOf(() => FolderAuthorizations.open(folder));
    expect(complaint).to.match(refusal(record));
  });

  it("is named with its file system, when that is read-only", async () => {
    await mkdir(folder);
    const fault = Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
    const error = await openingFolder(folder, () => Promise.reject(fault)).catch((error) => error);
    expect(error.message).to.equal(
      `${folder} is on a file system that is read-only for this process. Make it writable, or set DATA_DIR to another folder.`,
    );
  });

  it("is told apart from one that cannot be made, where the file system is read-only", async function () {
    // Only root may mount one, and not in every container.
    if (!(await mayMount())) this.skip();
    const open = `import { pino } from "pino";
      import { LowdbStore } from "./api/src/narratives/lowdbStore.ts";
      await LowdbStore.open(${JSON.stringify(join(folder, "deeper"))}, pino({ level: "silent" }))
        .catch(({ name, message }) => console.log(name + ": " + message));`;
    const mountAndRun = 'mount -t tmpfs -o ro tmpfs "$0" && exec "$@"';
    const script = [process.execPath, "--input-type=module-typescript", "--eval", open];
    const { stdout } = await promisify(execFile)(
      "unshare",
      ["--mount", "sh", "-c", mountAndRun, parent, ...script],
      { cwd: join(import.meta.dirname, "../..") },
    );
    expect(stdout).to.equal(
      `StoreFolderError: ${parent} is on a file system that is read-only for this process. Make it writable, or set DATA_DIR to another folder.\n`,
    );
  });

  it("is not blamed for what befalls a machine", async () => {
    const fault = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    const error = await openingFolder(folder, () => Promise.reject(fault)).catch((error) => error);
    expect(error).to.equal(fault);
  });

  it("ends npm run serve with the status of a wrong setting, and one sentence: a file is there", async () => {
    await writeFile(folder, "");
    for (const dataDir of [folder, join(folder, "deeper", "still")]) {
      const fault = await startApi({ dataDir }).catch((error) => error);
      expect(statusOfStartFault(fault)).to.equal(78);
      expect(explainStartFault(fault)).to.equal(
        `${dataDir} cannot be a folder, because ${folder} is a file. Move that away, or set DATA_DIR to another folder.`,
      );
    }
  });
});
