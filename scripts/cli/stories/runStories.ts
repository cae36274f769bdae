import { existsSync } from "node:fs";
import { pino } from "pino";
import type { NarrativeRecord } from "#protocol/narrative";
import { ApiError } from "#service/chain";
import { CorruptFileError } from "#service/files";
import type { Settings } from "#service/settings";
import {
  countQuarantined,
  HiddenFolder,
  LowdbStore,
  openStore,
  PostgresStore,
  readReceipts,
} from "#service/stories";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { readWords, UsageError } from "../../shared/commandLine/usageError.ts";
import { isForLackOfSpace } from "../../shared/lackOfSpace.ts";
import { copyAuthorizations } from "../mint/copyAuthorizations.ts";
import { writeArchive } from "./archive.ts";
import { importStories } from "./importStories.ts";
import { makeBook } from "./makeBook.ts";
import { moderate } from "./moderate.ts";
import { counting, withProgress } from "./progress.ts";
import {
  assertEmpty,
  assertStoreExists,
  closing,
  describeLocation,
  type ReportLocation,
  type StoreLocation,
} from "./store.ts";

const help = `Usage: npm run stories -- COMMAND

  export FILE [--empty]
                Write every receipt into a new archive, while the service may run. A store without
                receipts is refused without --empty
  book DIR [--from SOURCE]
                Write all stories with their portraits as a static site into a new or empty folder.
                Hidden stories are left out
  import SOURCE [--offline]
                Prove every receipt of a source, then import all of them into a store without stories.
                --offline: check only what a receipt proves by itself, without the chain
  migrate       Copy the stories, the hide list and the record of mint authorisations, with the sequence of
                their IDs, of DATA_DIR into the database of DATABASE_URL, which must have no stories; the folder
                is not changed

  hide ID [--reason TEXT]
                Hide a drifter's stories from readers, future ones included. Nothing is deleted, and
                export contains them. A running service stops serving them within about a second,
                a cache in front of it within 10 seconds
  unhide ID     Serve them again
  hidden        List the hidden drifters, since when and why

  --help        show this text

A SOURCE is the path of an archive or of a book's folder, or the URL of a running service. Without
--from, a book is made from the store, and its portraits are those of COLLECTION_DIR, as with an archive.

All but migrate use the database of DATABASE_URL if set, else the folder DATA_DIR, as npm run serve
does, from the environment or .env. Each prints the store to standard error; only import and
migrate create one. Each does all of its work or none. For a systemd unit, docs/operate.md says
under "Moderate" how to run them with its environment. Exit status: 0 on success, 1 if the command
failed, 2 on invalid usage.`;

const logger = pino({ level: "warn" }, process.stderr);

/**
 * Exports, imports, migrates and hides stories.
 *
 * @param interruption gives the signal that stops the writing of a book.
 * @returns the exit status.
 */
export async function runStories(
  args: readonly string[],
  readSettings: () => Settings,
  output: Output,
  interruption = () => new AbortController().signal,
): Promise<number> {
  const tell: ReportLocation = (place) => output.error(`Store: ${describeLocation(place)}`);
  return runCommand(
    {
      help,
      options: {
        reason: { type: "string" },
        empty: { type: "boolean", default: false },
        from: { type: "string" },
        offline: { type: "boolean", default: false },
      },
      takesWords: true,
      read: readOptions,
      async run(options) {
        output.log(await carryOut(options, readSettings, tell, interruption));
      },
      explain,
    },
    args,
    output,
  );
}

function carryOut(
  { command, subject, reason, allowsEmpty, from, isOffline }: StoriesOptions,
  readSettings: () => Settings,
  tell: ReportLocation,
  interruption: () => AbortSignal,
): string | Promise<string> {
  switch (command) {
    case "export":
      return exportTo({ file: subject, allowsEmpty }, readSettings(), tell);
    case "book":
      return makeBook({ folder: subject, from }, readSettings(), logger, tell, interruption());
    case "import":
      return importStories({ place: subject, isOffline }, readSettings(), logger, tell);
    case "migrate":
      return migrate(readSettings(), tell);
    default:
      return moderate({ command, subject, reason }, readSettings(), tell);
  }
}

interface Export {
  file: string;
  allowsEmpty: boolean;
}

async function exportTo(wanted: Export, settings: Settings, tell: ReportLocation): Promise<string> {
  const { file } = wanted;
  if (existsSync(file)) throw new UsageError(`${file} already exists. Name another file.`);
  await assertStoreExists(settings);
  tell(settings);
  if (settings.databaseUrl !== undefined) {
    await using store = closing(await openStore(settings, logger));
    const count = await write(wanted, store.receipts(), whyEmpty(settings));
    return `Exported ${counted(count, "receipt")} to ${file}.`;
  }
  const lost = await countQuarantined(settings.dataDir);
  const warning =
    lost > 0 ? `\nThe export lacks ${counted(lost, "corrupt file")}, quarantined earlier.` : "";
  const receipts = readReceipts(settings.dataDir);
  const count = await write(wanted, receipts, `${whyEmpty(settings)}${warning}`);
  return `Exported ${counted(count, "receipt")} to ${file}.${warning}`;
}

function whyEmpty(place: StoreLocation): string {
  return `There are no receipts in ${describeLocation(place)}, so nothing was written. Check that DATABASE_URL and DATA_DIR are the service's; add --empty to write an empty archive.`;
}

function write(
  { file, allowsEmpty }: Export,
  receipts: AsyncIterable<NarrativeRecord>,
  refusal: string,
): Promise<number> {
  const wanted = allowsEmpty ? receipts : assertSome(receipts, refusal);
  return withProgress("Receipts written:", (countOne) =>
    writeArchive(file, counting(wanted, countOne)),
  );
}

/** Passes receipts through. @throws {UsageError} at the end if there were none, before the archive is created. */
async function* assertSome(receipts: AsyncIterable<NarrativeRecord>, refusal: string) {
  let isEmpty = true;
  for await (const receipt of receipts) {
    isEmpty = false;
    yield receipt;
  }
  if (isEmpty) throw new UsageError(refusal);
}

async function migrate({ databaseUrl, dataDir }: Settings, tell: ReportLocation): Promise<string> {
  if (databaseUrl === undefined) throw new UsageError("Set DATABASE_URL to the new database.");
  const folder: StoreLocation = { databaseUrl: undefined, dataDir };
  await assertStoreExists(folder, "Set DATA_DIR to the folder of the service's stories.");
  // The source first, then the target.
  tell(folder);
  tell({ databaseUrl, dataDir });
  await using source = closing(await LowdbStore.open(dataDir, logger));
  await using target = closing(await PostgresStore.open(databaseUrl, logger));
  await assertEmpty(target);
  const wallets = await copyAuthorizations(dataDir, databaseUrl, logger);
  // Before the stories, so no failure can leave a hidden story without its entry.
  for (const { drifterId, reason } of await new HiddenFolder(dataDir).entries()) {
    await target.hideList.hide(drifterId, reason);
  }
  const count = await withProgress("Receipts copied:", (countOne) =>
    target.restore(counting(source.receipts(), countOne)),
  );
  const others = wallets > 0 ? ` and the mint authorisations of ${counted(wallets, "wallet")}` : "";
  return `Copied ${counted(count, "receipt")}${others} to the database. ${dataDir} is unchanged; keep it until you have checked the result.`;
}

interface StoriesOptions {
  command: string;
  /** A file, a folder, a URL or a drifter's number. */
  subject: string;
  reason: string;
  /** Whether an archive without receipts is wanted. */
  allowsEmpty: boolean;
  /** The source of a book; undefined for the store. */
  from: string | undefined;
  /** Whether receipts are imported without the chain. */
  isOffline: boolean;
}

/** What each command takes. */
const commands = {
  export: ["FILE"],
  book: ["DIR"],
  import: ["SOURCE"],
  migrate: [],
  hide: ["ID"],
  unhide: ["ID"],
  hidden: [],
} as const;

/** Options of one command. */
const owners = { reason: "hide", empty: "export", from: "book", offline: "import" } as const;

interface GivenOptions {
  reason?: string | undefined;
  empty: boolean;
  from?: string | undefined;
  offline: boolean;
}

function readOptions(given: GivenOptions, words: string[]): StoriesOptions {
  const { reason, empty: allowsEmpty, from, offline: isOffline } = given;
  const [command, subject = ""] = readWords(commands, words);
  for (const [option, owner] of Object.entries(owners)) {
    if (given[option as keyof GivenOptions] && command !== owner) {
      throw new UsageError(`Only ${owner} takes --${option}.`);
    }
  }
  return {
    command,
    subject,
    reason: reason ?? "",
    allowsEmpty,
    from,
    isOffline,
  };
}

/** Says more about errors whose message is not enough. */
function explain(error: unknown): unknown {
  if (error instanceof DOMException && error.name === "AbortError") {
    return "Interrupted. Nothing was written.";
  }
  if (isForLackOfSpace(error)) return "The disk is full. Free some space, then try again.";
  if (error instanceof CorruptFileError) {
    return `${error.message} Start the service once: it quarantines corrupt files. Then try again.`;
  }
  if (error instanceof ApiError) {
    const { cause } = error;
    return `${error.message} ${cause instanceof Error ? cause.message : ""}`;
  }
  return error;
}
