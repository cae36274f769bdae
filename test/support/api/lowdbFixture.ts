import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { narrativeHash } from "#protocol/narrativeMessage";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { temporaryFolder } from "./apiFixture.ts";

const silent = pino({ level: "silent" });

/** Name of the file of a revision. */
export const fileOf = (drifterId: string, revision: number, text: string) =>
  `${drifterId}.${revision}.${narrativeHash(text)}.json`;

/** A store in a new folder for each test of the surrounding `describe`. */
export function useLowdbStore() {
  // Safety: complete before each test runs.
  const current = {} as { folder: string; store: FolderStore; log: string[] };
  beforeEach(async () => {
    current.folder = join(await temporaryFolder(), "narratives");
    current.store = await FolderStore.open(current.folder, silent);
  });
  afterEach(() => current.store.close());
  return {
    current,
    /** @returns the log of the store that is opened; `current.log` grows with its later lines. */
    async reopen() {
      await current.store.close();
      current.log = [];
      const logger = pino({}, { write: (line) => current.log.push(line) });
      current.store = await FolderStore.open(current.folder, logger);
      return current.log.join("");
    },
    stories: async () => (await current.store.stories()).list().map(({ drifterId }) => drifterId),
    textOf: async (drifterId: string) => (await current.store.find(drifterId))?.narrative,
    async historyOf(drifterId: string) {
      const history = await Array.fromAsync(current.store.history(drifterId));
      return history.map(({ narrative }) => narrative);
    },
    /** Changes a file of the folder; returns its new content. */
    async rewrite(name: string, change: (text: string) => string | Buffer) {
      const path = join(current.folder, name);
      const content = change(await readFile(path, "utf8"));
      await writeFile(path, content);
      return content;
    },
  };
}
