import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { WatchedFolder } from "../../../api/src/files/watchedFolder.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../support/until.ts";

describe("WatchedFolder", () => {
  let parent: string;
  let path: string;
  let changes: number;
  let folder: WatchedFolder;
  beforeEach(async () => {
    parent = await temporaryFolder();
    path = join(parent, "collection");
    await mkdir(join(path, "metadata"), { recursive: true });
    await writeFile(join(path, "metadata", "1.json"), "{}");
    changes = 0;
    folder = new WatchedFolder(path, () => {
      changes += 1;
    });
    await folder.check();
  });
  afterEach(() => folder.close());

  /** Makes a change, and waits until it is reported. */
  async function expectReport(change: () => Promise<unknown>): Promise<void> {
    const before = changes;
    await change();
    await until(async () => changes > before);
  }

  it("reports files that change, appear and disappear, including in subfolders", async () => {
    const file = join(path, "metadata", "1.json");
    await expectReport(() => writeFile(file, '{"name":"Ilse"}'));
    await expectReport(() => rename(file, join(path, "2.json")));
    await expectReport(() => rm(join(path, "2.json")));
    await folder.check();
    expect(folder.isCurrent).to.equal(true);
  });

  it("reports files in a new subfolder from the next check on", async () => {
    const added = join(path, "images");
    await expectReport(() => mkdir(added));
    await until(async () => {
      await folder.check();
      const before = changes;
      await writeFile(join(added, "1.jpg"), `${before}`);
      await until(async () => changes > before);
      return true;
    });
  });

  it("follows a replaced folder, and a folder that appears later", async () => {
    await rename(path, join(parent, "old"));
    await expectReport(() => folder.check());
    await mkdir(path);
    await expectReport(() => folder.check());
    expect(folder.isCurrent).to.equal(true);
    await expectReport(() => writeFile(join(path, "1.json"), "{}"));
  });

  it("follows a recreated folder, even with the same inode", async () => {
    await rm(path, { recursive: true });
    await mkdir(path);
    await folder.check();
    expect(folder.isCurrent).to.equal(true);
    await expectReport(() => writeFile(join(path, "1.json"), "{}"));
  });

  it("reports that it may miss changes before the first check and with a symbolic link", async () => {
    const other = new WatchedFolder(path, () => undefined);
    expect(other.isCurrent).to.equal(false);
    await symlink(join(parent, "elsewhere.json"), join(path, "metadata", "3.json"));
    await other.check();
    expect(other.isCurrent).to.equal(false);
    other.close();
    await until(async () => !folder.isCurrent);
  });

  it("reports that it may miss changes with too many folders to watch", async () => {
    const names = Array.from({ length: 64 }, (_, index) => join(path, `${index}`));
    for (const name of names) await mkdir(name);
    const other = new WatchedFolder(path, () => undefined);
    await other.check();
    expect(other.isCurrent).to.equal(false);
    other.close();
  });
});
