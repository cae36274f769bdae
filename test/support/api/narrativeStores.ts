import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { HiddenFolder } from "../../../api/src/narratives/folder/hiddenFolder.ts";
import { PostgresStore } from "../../../api/src/narratives/postgres/postgresStore.ts";
import type { HideList, NarrativeStore } from "../../../api/src/narratives/store.ts";
import { temporaryFolder } from "../temporaryFolder.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";

const silent = pino({ level: "silent" });

/** Returns a revision's file name. */
export const fileOf = (drifterId: string, revision: number, text: string) =>
  `${drifterId}.${revision}.${narrativeHash(text)}.json`;

/** Creates and opens a store that is empty at first, and cleans up after the test. */
export interface StoreFixture extends AsyncDisposable {
  open(logger?: Logger): Promise<NarrativeStore>;
  /** Path of the store's folder. */
  folder: string;
  /** The moderators' hide list, available whether or not the store is open. */
  hideList: HideList;
}

/** Lists both store implementations with a function that creates a fixture. */
export const stores = [
  { name: "FolderStore", create: createFolderFixture },
  { name: "PostgresStore", create: createDatabaseFixture },
] as const;

/** Opens a new store for each test of the surrounding `describe`, by default in a folder. */
export function useStore(create: () => Promise<StoreFixture> = createFolderFixture) {
  // Safety: complete before each test runs.
  const current = {} as StoreFixture & { store: NarrativeStore; log: string[] };
  beforeEach(async () => {
    Object.assign(current, await create());
    current.store = await current.open();
  });
  afterEach(async () => {
    await current.store.close();
    await current[Symbol.asyncDispose]();
  });
  const historyOf = (drifterId: string) => Array.fromAsync(current.store.history(drifterId));
  return {
    current,
    /**
     * Reopens the store.
     * @returns the log of opening it; later lines go to `current.log`.
     */
    async reopen() {
      await current.store.close();
      current.log = [];
      const logger = pino({}, { write: (line) => current.log.push(line) });
      current.store = await current.open(logger);
      return current.log.join("");
    },
    /** Returns the IDs of the drifters with a story, in list order. */
    stories: async () => (await current.store.stories()).list().map(({ drifterId }) => drifterId),
    textOf: async (drifterId: string) => (await current.store.find(drifterId))?.narrative,
    historyOf,
    textsOf: async (drifterId: string) =>
      (await historyOf(drifterId)).map(({ narrative }) => narrative),
    /** Changes a file of the folder and returns its new content. */
    async rewrite(name: string, change: (text: string) => string | Buffer) {
      const path = join(current.folder, name);
      const content = change(await readFile(path, "utf8"));
      await writeFile(path, content);
      return content;
    },
  };
}

async function createFolderFixture(): Promise<StoreFixture> {
  const folder = join(await temporaryFolder(), "narratives");
  await mkdir(folder);
  return {
    folder,
    open: (logger = silent) => FolderStore.open(folder, logger),
    hideList: new HiddenFolder(folder),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function createDatabaseFixture(): Promise<StoreFixture> {
  const database = await borrowDatabase();
  // Opened separately from the store under test, as in a moderator's process.
  const moderators = await PostgresStore.open(database.url, silent);
  return {
    folder: "",
    open: (logger = silent) => PostgresStore.open(database.url, logger),
    hideList: moderators.hideList,
    async [Symbol.asyncDispose]() {
      await moderators.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
