import { readdir } from "node:fs/promises";
import { Client } from "pg";
import { pino } from "pino";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/responses";
import { asDatabaseError, lockFile, openingFolder } from "#service/files";
import type { Settings } from "#service/settings";
import {
  countQuarantined,
  HiddenFolder,
  type NarrativeStore,
  PostgresStore,
  parseRevisionFileName,
  readReceipts,
  StoreNotEmptyError,
} from "#service/stories";
import { counted } from "../../shared/commandLine/formatTable.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { ReceiptSource } from "./receiptSource.ts";

export const logger = pino({ level: "warn" }, process.stderr);

/** Where stories are kept: the database if there is one, else the folder. */
export type StoreLocation = Pick<Settings, "databaseUrl" | "dataDir">;

/** Reports which store a command uses. */
export type ReportLocation = (place: StoreLocation) => void;

/** Describes a store, without the database's user and password. */
export function describeLocation({ databaseUrl, dataDir }: StoreLocation): string {
  if (databaseUrl === undefined) return `the folder ${dataDir}`;
  // The driver adds defaults that the URL leaves out.
  const { database, host, port } = new Client({ connectionString: databaseUrl });
  return `the database ${database} at ${host}:${port}`;
}

/**
 * Asserts that the store exists, so that no command creates one by mistake.
 *
 * @throws {UsageError | StoreFolderError | DatabaseError}
 */
export async function assertStoreExists(
  place: StoreLocation,
  advice = "Set DATABASE_URL or DATA_DIR as the service has them.",
): Promise<void> {
  const { databaseUrl, dataDir } = place;
  const isThere =
    databaseUrl === undefined ? await isStoryFolder(dataDir) : await hasStoryTables(databaseUrl);
  if (isThere) return;
  const where = databaseUrl === undefined ? `at ${dataDir}` : `in ${describeLocation(place)}`;
  throw new UsageError(`There is no store ${where}. ${advice}`);
}

/** Whether a folder is a store: it has the service's lock file or, if restored from a backup, stories. */
async function isStoryFolder(folder: string): Promise<boolean> {
  const names = await openingFolder(folder, () =>
    readdir(folder).catch((error): string[] => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    }),
  );
  const isStories = (name: string) => parseRevisionFileName(name) !== undefined;
  return names.includes(lockFile) || names.some(isStories);
}

/** Whether the tables exist. Opening the store would create them. */
async function hasStoryTables(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ is_there: boolean }>(
      "select to_regclass('narrative_revisions') is not null as is_there",
    );
    return rows[0]?.is_there === true;
  } catch (error) {
    throw asDatabaseError(error, databaseUrl);
  } finally {
    await client.end();
  }
}

/** @throws {StoreNotEmptyError} */
export async function assertEmpty(store: NarrativeStore): Promise<void> {
  for await (const _ of store.receipts()) {
    throw new StoreNotEmptyError(
      "The store already has stories. Choose an empty folder or database.",
    );
  }
}

/** A store that is closed at the end of its scope. */
export function closing<Store extends NarrativeStore>(store: Store): Store & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}

/** Opens the store as the source of what readers may see, while the service may run. */
export async function openStoreSource(settings: Settings): Promise<ReceiptSource> {
  const omissions: string[] = [];
  if (settings.databaseUrl !== undefined) {
    const store = await PostgresStore.open(settings.databaseUrl, logger);
    const hidden = (await store.hideList.entries()).map(({ drifterId }) => drifterId);
    const receipts = withoutHidden(store.receipts(), hidden, omissions);
    return { receipts, omissions, close: () => store.close() };
  }
  const { dataDir } = settings;
  const hidden = (await new HiddenFolder(dataDir).entries()).map(({ drifterId }) => drifterId);
  const lost = await countQuarantined(dataDir);
  if (lost > 0) omissions.push(`${counted(lost, "corrupt file")}, quarantined earlier.`);
  const receipts = withoutHidden(readReceipts(dataDir), hidden, omissions);
  return { receipts, omissions };
}

async function* withoutHidden(
  receipts: AsyncIterable<NarrativeRecord>,
  hidden: readonly DrifterId[],
  omissions: string[],
): AsyncGenerator<NarrativeRecord> {
  const leftOut = new Set<DrifterId>();
  for await (const receipt of receipts) {
    const { drifterId } = receipt;
    if (!hidden.includes(drifterId)) yield receipt;
    else if (!leftOut.has(drifterId)) {
      leftOut.add(drifterId);
      omissions.push(`Drifter ${drifterId}: its story is hidden.`);
    }
  }
}
