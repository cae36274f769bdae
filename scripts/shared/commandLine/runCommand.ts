import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Output } from "./plainOutput.ts";
import { UsageError } from "./usageError.ts";

/** What `--help` is to every command. */
const helpOption = { help: { type: "boolean", default: false } } as const;

/** What the options of a command say. */
export type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>["values"];

/** How a command is called: its options are as `parseArgs` takes them; `--help` is added. */
export interface CommandLine<Options extends ParseArgsOptionsConfig, Request> {
  help: string;
  options: Options;
  /** Whether it takes words that are no options. */
  takesWords?: boolean;
  /**
   * Makes of options and words what is asked for.
   *
   * @throws {UsageError} when that cannot be understood.
   */
  read(values: OptionValues<Options>, words: string[]): Request;
}

/** A command, and what it does. */
export interface Command<Options extends ParseArgsOptionsConfig, Request>
  extends CommandLine<Options, Request> {
  /** @returns the exit status, if it is not 0. */
  run(request: Request): number | undefined | Promise<number | undefined>;
  /** What is said of a failure: a sentence where a person can mend it, else the error, which is told whole. */
  explain?(error: unknown): unknown;
  /** Exit status of a failure, 1 if it says nothing else. */
  failureStatus?(error: unknown): number;
}

/**
 * Runs a command.
 *
 * @returns the exit status: what the command returns, 0 for help, 2 for arguments that it cannot understand, and
 * `failureStatus` when it fails.
 */
export async function runCommand<Options extends ParseArgsOptionsConfig, Request>(
  command: Command<Options, Request>,
  args: readonly string[],
  output: Output,
): Promise<number> {
  let request: Request | "help";
  try {
    request = readCommandLine(command, args);
  } catch (error) {
    output.error(describe(error, command));
    return 2;
  }
  if (request === "help") {
    output.log(command.help);
    return 0;
  }
  try {
    return (await command.run(request)) ?? 0;
  } catch (error) {
    output.error(describe(error, command));
    return command.failureStatus?.(error) ?? 1;
  }
}

/**
 * Reads what a command is told.
 *
 * @throws {UsageError} whose message ends with the help, when it cannot be understood.
 */
export function readCommandLine<Options extends ParseArgsOptionsConfig, Request>(
  { help: helpText, options, takesWords = false, read }: CommandLine<Options, Request>,
  args: readonly string[],
): Request | "help" {
  try {
    const { values, positionals } = parse({ ...options, ...helpOption }, takesWords, args);
    // Safety: they are what the options say, and TypeScript cannot follow `parseArgs` that far.
    const { help, ...own } = values as OptionValues<Options> & { help: boolean };
    return help ? "help" : read(own as unknown as OptionValues<Options>, positionals);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError([error.message, helpText].filter((text) => text !== "").join("\n\n"));
  }
}

function parse<Options extends ParseArgsOptionsConfig>(
  options: Options,
  allowPositionals: boolean,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    // What parseArgs throws for an option that it does not know.
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

function describe(error: unknown, { explain }: Pick<Command<never, never>, "explain">): unknown {
  return error instanceof UsageError ? error.message : (explain?.(error) ?? error);
}
