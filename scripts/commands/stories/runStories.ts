import type { Settings } from "#service/settings";
import type { StorageLocation } from "#service/stories";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCommand, UsageError } from "../../shared/commandLine/usageError.ts";

const help = `Usage: npm run stories -- COMMAND

  export FILE   write every signed revision into a new archive, while the service may run. A store without
                signed revisions is rejected
  book DIR [--from SOURCE]
                write all stories with their portraits as a static site into a new or empty folder.
                Hidden stories are left out
  book --epub FILE [--from SOURCE]
                write the current stories as an e-book, with the signed revisions of all versions. The contents
                are grouped by phase if RPC_URL or the running npm start has the chain
  import SOURCE [--offline]
                prove every signed revision of a source, then import all of them into a store without stories.
                --offline: check only what a signed revision proves by itself, without the chain
  migrate       copy the stories, the hide list and the record of mint authorizations, with the sequence of
                their IDs, of DATA_DIR into the database of DATABASE_URL, which must have no stories; the folder
                is not changed

  hide ID [--reason TEXT] [--future]
                hide a token's stories from readers, including future ones. Nothing is deleted, and
                export contains them. A running service stops serving them within about a second,
                a cache in front of it within 10 seconds. A token without a story needs --future
  unhide ID     serve them again
  hidden        list the hidden tokens, with times and reasons

  --help        show this text

  npm run stories -- hide 7 --reason "names a person"

A SOURCE is the path of an archive, of a book's folder or of an EPUB, or the URL of a running service. Without
--from, a book is made from the store, and its portraits are those of COLLECTION_DIR, as with an archive.

All but migrate use the database of DATABASE_URL if set, else the folder DATA_DIR, as npm run serve
does, from the environment or .env. Each prints the store to standard error; only import and
migrate create one. Every command is atomic. For a systemd unit, docs/operate/stories.md says
under "Moderate" how to run them with its environment. Exit status: 0 on success, 1 if the command
failed, 2 on a usage error.`;

/** Arguments of each command. */
const commands = {
  export: ["FILE"],
  book: ["DIR"],
  import: ["SOURCE"],
  migrate: [],
  hide: ["ID"],
  unhide: ["ID"],
  hidden: [],
} as const;

const optionTypes = {
  reason: { type: "string" },
  from: { type: "string" },
  epub: { type: "boolean" },
  offline: { type: "boolean" },
  future: { type: "boolean" },
} as const;

/** The command that accepts each option. */
const owners = {
  reason: "hide",
  from: "book",
  epub: "book",
  offline: "import",
  future: "hide",
} as const;

/**
 * Exports, imports, migrates and hides stories.
 *
 * @param interruption returns the signal that cancels writing a book.
 * @returns the exit status.
 */
export async function runStories(
  args: readonly string[],
  readSettings: (needsChain: boolean | "optional") => Settings | Promise<Settings>,
  output: Output,
  interruption = () => new AbortController().signal,
): Promise<number> {
  const runRequest = async (request: Request) => {
    const { command, subject, reason = "", from, epub: isEpub = false } = request;
    const { offline = false, future = false } = request;
    // Imported on demand, because the help does not need it.
    const { makeBook } = await import("./makeBook.ts");
    const { moderate } = await import("./moderate.ts");
    const { exportStories, importStories, migrateStories } = await import("./moveStories.ts");
    const { describeLocation } = await import("./store.ts");
    const settings = await readSettings(isEpub ? "optional" : command === "import" && !offline);
    const reportLocation = (location: StorageLocation) =>
      output.error(`Store: ${describeLocation(location)}`);
    switch (command) {
      case "export":
        return exportStories(subject, settings, reportLocation);
      case "book":
        return makeBook({ path: subject, isEpub, from }, settings, reportLocation, interruption());
      case "import":
        return importStories(subject, offline, settings, reportLocation);
      case "migrate":
        return migrateStories(settings, reportLocation);
      default:
        return moderate({ command, subject, reason, future }, settings, reportLocation);
    }
  };
  return runCommand(
    {
      help,
      options: optionTypes,
      takesPositionals: true,
      read: readRequest,
      async run(request) {
        output.log(await runRequest(request));
      },
      explain,
    },
    args,
    output,
  );
}

type Request = ReturnType<typeof readRequest>;

function readRequest(options: OptionValues<typeof optionTypes>, positionals: string[]) {
  const [command, subject = ""] = readCommand(commands, positionals);
  for (const [option, owner] of Object.entries(owners)) {
    if (option in options && command !== owner) {
      throw new UsageError(`Only ${owner} accepts --${option}.`);
    }
  }
  return { ...options, command, subject };
}

/** Returns a more helpful message for some errors. */
async function explain(error: unknown): Promise<unknown> {
  const { ApiError } = await import("#service/chain");
  const { CorruptFileError } = await import("#service/files");
  if (error instanceof DOMException && error.name === "AbortError") {
    return "Interrupted. Nothing was written.";
  }
  if (error instanceof CorruptFileError) {
    return `${error.message} Start the service once: it quarantines corrupt files. Then try again.`;
  }
  if (error instanceof ApiError) {
    const { cause } = error;
    return `${error.message} ${cause instanceof Error ? cause.message : ""}`;
  }
  return error;
}
