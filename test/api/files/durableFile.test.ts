import { access, type FileHandle, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  DurableFile,
  isTemporaryFile,
  makeFolder,
  removeTemporaryFiles,
  UncertainWriteError,
} from "../../../api/src/files/durableFile.ts";
import { breakFolderSync, syncedBy } from "../../support/api/folderSync.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const inodeOf = async (path: string) => (await stat(path)).ino;
const leftover = (name: string) => `${name}.json.4a5b0c3e-0000-4000-8000-000000000000.tmp`;

describe("DurableFile", () => {
  let folder: string;
  let path: string;
  let file: DurableFile<unknown>;
  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder, "7.json");
    file = new DurableFile(path, (value) => value);
  });

  it("syncs the new content, then its folder", async () => {
    await file.write("old");
    const look = async (handle: FileHandle) => [(await handle.stat()).ino, await file.read()];
    const synced = await syncedBy(() => file.write("new"), look);
    expect(synced).to.deep.equal([
      [await inodeOf(path), "old"],
      [await inodeOf(folder), "new"],
    ]);
  });

  it("preserves the old content when the new content cannot be synced", async () => {
    await file.write("old");
    const restore = await breakFolderSync("isFile");
    const failure = await file.write("new").catch(({ message }) => message);
    restore();
    expect([failure, await file.read()]).to.deep.equal(["Input/output error", "old"]);
  });

  it("reports a write as uncertain when the folder cannot be synced", async () => {
    const restore = await breakFolderSync();
    const failure = await file.write("new").catch((error) => error);
    restore();
    expect(failure).to.be.instanceOf(UncertainWriteError);
    expect(failure.cause).to.have.property("message", "Input/output error");
  });
});

describe("durable folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  it("syncs the parent of each new folder", async () => {
    const deep = join(folder, "one", "two", "three");
    const synced = await syncedBy(() => makeFolder(deep));
    const parents = [join(folder, "one", "two"), join(folder, "one"), folder];
    expect(synced).to.deep.equal(await Promise.all(parents.map(inodeOf)));
    expect(await syncedBy(() => makeFolder(deep))).to.deep.equal([]);
  });

  it("removes only temporary files", async () => {
    const stored = [
      "7.json",
      "7.json.tmp",
      `${leftover("7")}.old`,
      leftover("7").replace("a5", "A5"),
    ];
    for (const name of [...stored, leftover("7"), leftover("8")]) {
      await writeFile(join(folder, name), "");
    }
    await removeTemporaryFiles(folder);
    expect(await readdir(folder)).to.have.members(stored);
    for (const name of stored) await access(join(folder, name));
    expect([leftover("7"), ...stored].map(isTemporaryFile)).to.deep.equal([
      true,
      ...stored.map(() => false),
    ]);
  });
});
