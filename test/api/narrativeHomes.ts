import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import type { HideList } from "../../api/src/narratives/hideList.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import { PostgresStore } from "../../api/src/narratives/postgresStore.ts";
import type { NarrativeStore } from "../../api/src/narratives/store.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";

const silent = pino({ level: "silent" });

/** A place for stories, new and empty. */
export interface Home extends AsyncDisposable {
  open(): Promise<NarrativeStore>;
  /** What moderators use, whether the store is open or not. */
  hideList: HideList;
}

/** Both kinds of store. */
export const homes = [
  { name: "LowdbStore", create: createFolderHome },
  { name: "PostgresStore", create: createDatabaseHome },
];

/** A store in a new home for each test of the surrounding `describe`, and what tests read from it. */
export function useStore(create: () => Promise<Home>) {
  // Safety: complete before each test runs.
  const current = {} as { home: Home; store: NarrativeStore };
  beforeEach(async () => {
    current.home = await create();
    current.store = await current.home.open();
  });
  afterEach(async () => {
    await current.store.close();
    await current.home[Symbol.asyncDispose]();
  });
  return {
    current,
    async reopen() {
      await current.store.close();
      current.store = await current.home.open();
    },
    /** IDs of the drifters with a story, as the list has them. */
    stories: async () => (await current.store.list()).map(({ drifterId }) => drifterId),
    textOf: async (drifterId: string) => (await current.store.find(drifterId))?.narrative,
    historyOf: (drifterId: string) => Array.fromAsync(current.store.history(drifterId)),
  };
}

async function createFolderHome(): Promise<Home> {
  const folder = join(await temporaryFolder(), "narratives");
  await mkdir(folder);
  return {
    open: () => LowdbStore.open(folder, silent),
    hideList: new HiddenFolder(folder),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function createDatabaseHome(): Promise<Home> {
  const database = await borrowDatabase();
  // As a moderator's own process has it, beside the store under test.
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
