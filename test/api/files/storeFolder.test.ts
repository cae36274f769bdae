import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import { StoreFolderError } from "../../../api/src/files/storeFolder.ts";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import {
  describeStartupError,
  startupExitStatus,
} from "../../../api/src/operations/startErrors.ts";
import { startApi } from "../../support/api/apiFixture.ts";
import { draft } from "../../support/api/narrativeDraft.ts";
import { runAsOrdinaryUser } from "../../support/ordinaryUser.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const silent = pino({ level: "silent" });

describe("unusable story folder", () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await temporaryFolder();
    folder = join(parent, "narratives");
  });
  afterEach(async () => {
    // Restores permissions, so that the files can be removed.
    for (const path of [parent, folder, join(folder, "records")]) {
      await chmod(path, 0o700).catch(() => undefined);
    }
  });

  const advice = "Let the service's user read and write it, or set DATA_DIR to a different folder.";
  /** Returns the message for a user without permission for `place`, with Node's reason. */
  const rejection = (path: string, dataDir = folder) =>
    new RegExp(
      `^The folder ${dataDir} cannot be used \\(EACCES: permission denied, \\w+ '${path}'\\)\\. ${advice}$`,
    );
  const errorMessageOf = async (open: () => Promise<unknown>) => {
    let error: unknown;
    await runAsOrdinaryUser(async () => {
      error = await open().catch((error: unknown) => error);
    });
    expect(error).to.be.instanceOf(StoreFolderError);
    return error instanceof Error ? error.message : "";
  };

  it("reports a folder that cannot be created", async () => {
    await chmod(parent, 0o555);
    const deep = join(folder, "deeper");
    const message = await errorMessageOf(() => FolderStore.open(deep, silent));
    expect(message).to.match(rejection(`${parent}.*`, deep));
    expect(await readdir(parent)).to.deep.equal([]);
  });

  it("reports the path that the user may not write", async () => {
    await mkdir(folder);
    for (const mode of [0o000, 0o555]) {
      await chmod(parent, 0o755);
      await chmod(folder, mode);
      const message = await errorMessageOf(() => FolderStore.open(folder, silent));
      expect(message).to.match(rejection(`${folder}.*`));
    }
  });

  it("reports a lock that belongs to a different user", async () => {
    await (await FolderStore.open(folder, silent)).close();
    for (const path of [parent, folder]) await chmod(path, 0o777);
    for (const mode of [0o000, 0o444]) {
      await chmod(join(folder, ".lock"), mode);
      const message = await errorMessageOf(() => FolderStore.open(folder, silent));
      expect(message).to.match(rejection(join(folder, ".lock")));
    }
  });

  it("reports an unreadable file, such as a file restored by a different user", async () => {
    const store = await FolderStore.open(folder, silent);
    await store.save(draft("1", "Told before."));
    await store.close();
    const [name = ""] = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    for (const path of [parent, folder, join(folder, ".lock")]) await chmod(path, 0o777);
    await chmod(join(folder, name), 0o000);
    const message = await errorMessageOf(() => FolderStore.open(folder, silent));
    expect(message).to.match(rejection(join(folder, name)));
  });

  it("makes npm run serve exit with 78 and one error line when DATA_DIR is a file", async () => {
    await writeFile(folder, "");
    for (const dataDir of [folder, join(folder, "deeper", "still")]) {
      const fault = await startApi({ dataDir }).catch((error) => error);
      expect(startupExitStatus(fault)).to.equal(78);
      expect(describeStartupError(fault)).to.match(
        new RegExp(
          `^The folder ${dataDir} cannot be used \\((EEXIST|ENOTDIR): .*, mkdir '${dataDir}'\\)\\. ${advice}$`,
        ),
      );
    }
  });
});
