import { readdir } from "node:fs/promises";
import { Client } from "pg";
import { asDatabaseError, lockFile, openingFolder } from "#service/files";
import type { Settings } from "#service/settings";
import { parseRevisionFileName } from "#service/stories";
import { UsageError } from "../../shared/commandLine/usageError.ts";

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
