import { readdir } from "node:fs/promises";
import { Client } from "pg";
import { asDatabaseError, lockFile, openingFolder } from "#service/files";
import type { Settings } from "#service/settings";
import { drifterOf, parseRevisionFileName } from "#service/stories";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** Where stories are kept: the database if there is one, else the folder. */
export type StorePlace = Pick<Settings, "databaseUrl" | "dataDir">;

/** Tells a person which store a command works on. */
export type TellPlace = (place: StorePlace) => void;

/** A store in words, without the user and the password of its database. */
export function describePlace({ databaseUrl, dataDir }: StorePlace): string {
  if (databaseUrl === undefined) return `the folder ${dataDir}`;
  // The driver's own reading: it adds what the URL leaves out.
  const { database, host, port } = new Client({ connectionString: databaseUrl });
  return `the database ${database} at ${host}:${port}`;
}

/**
 * Makes sure that a service has kept its stories there, so that no command makes a store by mistake.
 *
 * @throws {UsageError | StoreFolderError | DatabaseError}
 */
export async function assertStoreIsThere(
  place: StorePlace,
  advice = "Set DATABASE_URL or DATA_DIR as the service has them.",
): Promise<void> {
  const { databaseUrl, dataDir } = place;
  const isThere =
    databaseUrl === undefined ? await isStoryFolder(dataDir) : await hasStoryTables(databaseUrl);
  if (isThere) return;
  const where = databaseUrl === undefined ? `at ${dataDir}` : `in ${describePlace(place)}`;
  throw new UsageError(`There is no store ${where}. ${advice}`);
}

/** The service leaves its lock in a folder; a copy from a backup may be without it, and has stories. */
async function isStoryFolder(folder: string): Promise<boolean> {
  const names = await openingFolder(folder, () =>
    readdir(folder).catch((error): string[] => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    }),
  );
  const isStories = (name: string) =>
    (parseRevisionFileName(name) ?? drifterOf(name)) !== undefined;
  return names.includes(lockFile) || names.some(isStories);
}

/** Asked before the store is opened, which would make its tables. */
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
