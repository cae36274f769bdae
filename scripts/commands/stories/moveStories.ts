import { existsSync } from "node:fs";
import type { SignedRevision } from "#protocol/wire/responses";
import { copyRecords, openRecords } from "#service/authorizations";
import { createRevisionChain } from "#service/chain";
import { CorruptFileError } from "#service/files";
import type { Settings } from "#service/settings";
import {
  countQuarantined,
  FolderStore,
  HiddenFolder,
  openStore,
  PostgresStore,
  readRevisions,
  type StorageLocation,
} from "#service/stories";
import { counted } from "../../shared/commandLine/formatTable.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { SourceError } from "../../shared/servedRevisions.ts";
import { writeArchive } from "./archive.ts";
import { collect, counting, withProgress } from "./progress.ts";
import { openSource } from "./revisionSource.ts";
import {
  assertEmpty,
  assertStoreExists,
  closing,
  describeLocation,
  logger,
  type ReportLocation,
} from "./store.ts";
import { provedRevisions } from "./verifyRevisions.ts";

/** Writes every signed revision of a store into a new archive. @returns the message to print. */
export async function exportStories(
  file: string,
  settings: Settings,
  reportLocation: ReportLocation,
): Promise<string> {
  if (existsSync(file))
    throw new UsageError(`${file} already exists. Choose a different file name.`);
  await assertStoreExists(settings);
  reportLocation(settings);
  const { databaseUrl, dataDir } = settings;
  await using store = databaseUrl ? closing(await openStore(settings, logger)) : undefined;
  const lost = store ? 0 : await countQuarantined(dataDir);
  const warning =
    lost > 0 ? `\nThe export omits ${counted(lost, "corrupt file")}, quarantined earlier.` : "";
  const revisions = store?.revisions() ?? readRevisions(dataDir);
  const rejection = `There are no signed revisions in ${describeLocation(settings)}, so nothing was written. Check that DATABASE_URL and DATA_DIR match the service's settings.${warning}`;
  const count = await withProgress("Signed revisions written:", (countOne) =>
    writeArchive(file, counting(assertSome(revisions, rejection), countOne)),
  );
  return `Exported ${counted(count, "signed revision")} to ${file}.${warning}`;
}

/**
 * Atomically imports all of a source's signed revisions into an empty store.
 *
 * @param sourcePath an archive, a book folder or a service URL. @returns the message to print.
 * @throws {UsageError} if the source is incomplete or not proved.
 */
export async function importStories(
  sourcePath: string,
  isOffline: boolean,
  settings: Settings,
  reportLocation: ReportLocation,
): Promise<string> {
  reportLocation(settings);
  await using store = closing(await openStore(settings, logger));
  await assertEmpty(store);
  try {
    const source = await openSource(sourcePath);
    const chain = isOffline ? undefined : createRevisionChain(settings);
    // Verifies all revisions before importing the first.
    const proved = await withProgress("Signed revisions verified:", (countOne) =>
      collect(counting(provedRevisions(source.revisions, settings, chain), countOne)),
    );
    const count = await withProgress("Signed revisions imported:", (countOne) =>
      store.restore(counting(proved, countOne)),
    );
    const doubt = isOffline ? ", without verifying token ownership on the chain" : "";
    const lines = source.omissions.map((omission) => `Left out: ${omission}`);
    return [`Verified and imported ${counted(count, "signed revision")}${doubt}.`, ...lines].join(
      "\n",
    );
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new UsageError(`${error.message} Nothing was imported.`);
  }
}

/**
 * Passes signed revisions through. @throws {UsageError} at the end if there were none, so that no archive is created.
 */
async function* assertSome(revisions: AsyncIterable<SignedRevision>, rejection: string) {
  let isEmpty = true;
  for await (const signed of revisions) {
    isEmpty = false;
    yield signed;
  }
  if (isEmpty) throw new UsageError(rejection);
}

/** Copies a folder's stories into a database. @returns the message to print. */
export async function migrateStories(
  { databaseUrl, dataDir }: Settings,
  reportLocation: ReportLocation,
): Promise<string> {
  if (databaseUrl === undefined) throw new UsageError("Set DATABASE_URL to the new database.");
  const folder: StorageLocation = { databaseUrl: undefined, dataDir };
  await assertStoreExists(folder, "Set DATA_DIR to the folder of the service's stories.");
  // Opens the source first, then the target.
  reportLocation(folder);
  reportLocation({ databaseUrl, dataDir });
  await using source = closing(await FolderStore.open(dataDir, logger));
  await using target = closing(await PostgresStore.open(databaseUrl, logger));
  await assertEmpty(target);
  const wallets = await copyAuthorizations(dataDir, databaseUrl);
  // Copied before the stories, so that no failure can expose a hidden story.
  for (const { drifterId, reason, hiddenAt } of await new HiddenFolder(dataDir).entries()) {
    // A manually created file may have no time.
    const hasTime = !Number.isNaN(Date.parse(hiddenAt));
    await target.hideList.hide(drifterId, reason, hasTime ? hiddenAt : undefined);
  }
  const count = await withProgress("Signed revisions copied:", (countOne) =>
    target.restore(counting(source.revisions(), countOne)),
  );
  const others = wallets > 0 ? ` and the mint authorizations of ${counted(wallets, "wallet")}` : "";
  return `Copied ${counted(count, "signed revision")}${others} to the database. ${dataDir} is unchanged; do not delete it until you have checked the result.`;
}

/**
 * Copies mint authorizations and their ID sequences from a folder into a database. Does not
 * overwrite existing rows, so that an interrupted copy can be repeated.
 *
 * @returns the number of wallets, counted once per phase.
 */
async function copyAuthorizations(dataDir: string, databaseUrl: string): Promise<number> {
  const target = await openRecords({ dataDir, databaseUrl }, logger);
  try {
    const keys = await copyRecords(dataDir, target, ["mint", "sequence"]);
    return keys.filter(([kind]) => kind === "mint").length;
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    throw new UsageError(`${error.message} Restore it from a backup, then try again.`);
  } finally {
    await target.close();
  }
}
