import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { HiddenFolder } from "../../../api/src/narratives/folder/hiddenFolder.ts";
import { PostgresStore } from "../../../api/src/narratives/postgres/postgresStore.ts";
import type { HideList, NarrativeStore } from "../../../api/src/narratives/store.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";

const silent = pino({ level: "silent" });

/** A new, empty store. */
export interface StoreFixture extends AsyncDisposable {
  open(): Promise<NarrativeStore>;
  /** The moderators' hide list, available whether or not the store is open. */
  hideList: HideList;
}

/** Both kinds of store. */
export const stores = [
  { name: "FolderStore", create: createFolderFixture },
  { name: "PostgresStore", create: createDatabaseFixture },
] as const;

/** A new store for each test of the surrounding `describe`. */
export function useStore(create: () => Promise<StoreFixture>) {
  // Safety: complete before each test runs.
  const current = {} as { fixture: StoreFixture; store: NarrativeStore };
  beforeEach(async () => {
    current.fixture = await create();
    current.store = await current.fixture.open();
  });
  afterEach(async () => {
    await current.store.close();
    await current.fixture[Symbol.asyncDispose]();
  });
  return {
    current,
    async reopen() {
      await current.store.close();
      current.store = await current.fixture.open();
    },
    /** IDs of the drifters with a story, in the order of the list. */
    stories: async () => (await current.store.stories()).list().map(({ drifterId }) => drifterId),
    textOf: async (drifterId: string) => (await current.store.find(drifterId))?.narrative,
    historyOf: (drifterId: string) => Array.fromAsync(current.store.history(drifterId)),
  };
}

async function createFolderFixture(): Promise<StoreFixture> {
  const folder = join(await temporaryFolder(), "narratives");
  await mkdir(folder);
  return {
    open: () => FolderStore.open(folder, silent),
    hideList: new HiddenFolder(folder),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function createDatabaseFixture(): Promise<StoreFixture> {
  const database = await borrowDatabase();
  // Opened separately from the store under test, as in a moderator's process.
  const moderators = await PostgresStore.open(database.url, silent);
  return {
    open: () => PostgresStore.open(database.url, silent),
    hideList: moderators.hideList,
    async [Symbol.asyncDispose]() {
      await moderators.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
