import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { pino } from "pino";
import type { SignedRevision } from "#protocol/wire/responses";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { HiddenFolder } from "../../../api/src/narratives/folder/hiddenFolder.ts";
import { writeRevisionFile } from "../../../api/src/narratives/folder/revisionFile.ts";
import { draft } from "../../support/api/narrativeDraft.ts";
import { fileOf } from "../../support/api/narrativeStores.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const signed = (drifterId: string, revision = 1, text = `Telling ${revision}.`) =>
  ({
    ...draft(drifterId, text),
    savedAt: `2026-01-01T00:00:0${revision}.000Z`,
    revision,
  }) satisfies SignedRevision;

describe("story folder files", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  it("quarantines nonregular files at startup, and leaves folders with temporary names", async () => {
    const names = ["1", "2", "3"].map((id) => fileOf(id, 1, "Telling 1."));
    const temporary = `1.json.${randomUUID()}.tmp`;
    await Promise.all([names[0], temporary].map((name) => mkdir(join(folder, name ?? ""))));
    await promisify(execFile)("mkfifo", [join(folder, names[1] ?? "")]);
    await writeRevisionFile(folder, signed("3"));
    const store = await FolderStore.open(folder, pino({ level: "silent" }));
    try {
      const stories = await store.stories();
      expect(["1", "2", "3"].filter((id) => stories.get(id)?.isMissing)).to.deep.equal(["1", "2"]);
    } finally {
      await store.close();
    }
    const found = (await readdir(folder)).map((name) => name.replace(/-\d+$/, ""));
    expect(found).to.include.members([`${names[0]}.corrupt`, `${names[1]}.corrupt`, temporary]);
  });

  it("restricts files and folders to the service's user", async () => {
    const dataDir = join(folder, "new");
    const store = await FolderStore.open(dataDir, pino({ level: "silent" }));
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
});
