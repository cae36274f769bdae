import { readdir } from "node:fs/promises";
import { Client } from "pg";
import { pino } from "pino";
import type { DrifterId } from "#protocol/values/drifterId";
import type { SignedRevision } from "#protocol/wire/responses";
import { convertFolderErrors, lockFile, toDatabaseError } from "#service/files";
import type { Settings } from "#service/settings";
import {
  countQuarantined,
  HiddenFolder,
  type NarrativeStore,
  PostgresStore,
  parseRevisionFileName,
  readRevisions,
  type StorageLocation,
  StoreNotEmptyError,
} from "#service/stories";
import { counted } from "../../shared/commandLine/formatTable.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { RevisionSource } from "./revisionSource.ts";

export const logger = pino({ level: "warn" }, process.stderr);

/** Reports which store a command uses. */
export type ReportLocation = (location: StorageLocation) => void;

/** Describes a store, without the database's user and password. */
export function describeLocation({ databaseUrl, dataDir }: StorageLocation): string {
  if (databaseUrl === undefined) return `the folder ${dataDir}`;
  // The driver fills in defaults that the URL omits.
  const { database, host, port } = new Client({ connectionString: databaseUrl });
  return `the database ${database} at ${host}:${port}`;
}

/**
 * Asserts that the store exists, so that no command creates one by mistake.
 *
 * @throws {UsageError | StoreFolderError | DatabaseError}
 */
export async function assertStoreExists(
  location: StorageLocation,
  advice = "Set DATABASE_URL or DATA_DIR to the service's values.",
): Promise<void> {
  const { databaseUrl, dataDir } = location;
  const isThere =
    databaseUrl === undefined ? await isStoryFolder(dataDir) : await hasStoryTables(databaseUrl);
  if (isThere) return;
  const where = databaseUrl === undefined ? `at ${dataDir}` : `in ${describeLocation(location)}`;
  throw new UsageError(`There is no store ${where}. ${advice}`);
}

/** Returns whether a folder is a store, which contains the service's lock file or, after a restore, stories. */
async function isStoryFolder(folder: string): Promise<boolean> {
  const names = await convertFolderErrors(folder, () =>
    readdir(folder).catch((error): string[] => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    }),
  );
  const isStories = (name: string) => parseRevisionFileName(name) !== undefined;
  return names.includes(lockFile) || names.some(isStories);
}

/** Returns whether the tables exist, without opening the store, which would create them. */
async function hasStoryTables(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ is_there: boolean }>(
      "select to_regclass('narrative_revisions') is not null as is_there",
    );
    return rows[0]?.is_there === true;
  } catch (error) {
    throw toDatabaseError(error, databaseUrl);
  } finally {
    await client.end();
  }
}

/** @throws {StoreNotEmptyError} */
export async function assertEmpty(store: NarrativeStore): Promise<void> {
  for await (const _ of store.revisions()) {
    throw new StoreNotEmptyError(
      "The store already contains stories. Choose an empty folder or database.",
    );
  }
}

/** A store that closes at the end of its scope. */
export function closing<Store extends NarrativeStore>(store: Store): Store & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}

/** Opens the store as a source with what readers may see. The service may be running. */
export async function openStoreSource(settings: Settings): Promise<RevisionSource> {
  const omissions: string[] = [];
  if (settings.databaseUrl !== undefined) {
    const store = await PostgresStore.open(settings.databaseUrl, logger);
    const hidden = (await store.hideList.entries()).map(({ drifterId }) => drifterId);
    const revisions = withoutHidden(store.revisions(), hidden, omissions);
    return { revisions, omissions, close: () => store.close() };
  }
  const { dataDir } = settings;
  const hidden = (await new HiddenFolder(dataDir).entries()).map(({ drifterId }) => drifterId);
  const lost = await countQuarantined(dataDir);
  if (lost > 0) omissions.push(`${counted(lost, "corrupt file")}, quarantined earlier.`);
  const revisions = withoutHidden(readRevisions(dataDir), hidden, omissions);
  return { revisions, omissions };
}

async function* withoutHidden(
  revisions: AsyncIterable<SignedRevision>,
  hidden: readonly DrifterId[],
  omissions: string[],
): AsyncGenerator<SignedRevision> {
  const leftOut = new Set<DrifterId>();
  for await (const signed of revisions) {
    const { drifterId } = signed;
    if (!hidden.includes(drifterId)) yield signed;
    else if (!leftOut.has(drifterId)) {
      leftOut.add(drifterId);
      omissions.push(`Token ${drifterId}: the story is hidden.`);
    }
  }
}
