import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Output } from "./plainOutput.ts";
import { UsageError, unknownName } from "./usageError.ts";

/** Every command accepts `--help` and `-h`. */
const helpOption = { help: { type: "boolean", default: false, short: "h" } } as const;

/** A command's parsed option values. */
export type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>["values"];

/** A command's arguments. Options have the format of `parseArgs`; `--help` is added. */
export interface CommandLine<Options extends ParseArgsOptionsConfig, Request> {
  help: string;
  options: Options;
  /** Whether the command accepts positional arguments. */
  takesPositionals?: boolean;
  /**
   * Converts the parsed arguments to a request.
   *
   * @throws {UsageError} on invalid usage.
   */
  read(values: OptionValues<Options>, positionals: string[]): Request;
}

/** A command: its arguments and its implementation. */
export interface Command<Options extends ParseArgsOptionsConfig, Request>
  extends CommandLine<Options, Request> {
  /** @returns the exit status; undefined means 0. */
  run(request: Request): number | undefined | Promise<number | undefined>;
  /** @returns the message to print instead of an error's own message. */
  explain?(error: unknown): unknown;
}

/**
 * Runs a command.
 *
 * @returns the exit status, the same for all commands: 0 on success or a positive result, 1 on
 * failure or a negative result, 2 on a usage error.
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
    output.error(await describe(error, command));
    return 2;
  }
  if (request === "help") {
    output.log(command.help);
    return 0;
  }
  try {
    return (await command.run(request)) ?? 0;
  } catch (error) {
    output.error(await describe(error, command));
    return 1;
  }
}

/**
 * Parses a command's arguments.
 *
 * @throws {UsageError} on invalid usage; its message ends with the help.
 */
export function readCommandLine<Options extends ParseArgsOptionsConfig, Request>(
  { help: helpText, options, takesPositionals = false, read }: CommandLine<Options, Request>,
  args: readonly string[],
): Request | "help" {
  try {
    const { values, positionals } = parse({ ...options, ...helpOption }, takesPositionals, args);
    // Safety: the values have the options' types, which TypeScript cannot infer through the spread.
    const { help, ...own } = values as OptionValues<Options> & { help: boolean };
    return help ? "help" : read(own as unknown as OptionValues<Options>, positionals);
  } catch (error) {
    if (!(error instanceof UsageError && error.needsHelp)) throw error;
    throw new UsageError(`${error.message}\n\n${helpText}`);
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
    // parseArgs throws a TypeError for arguments that it rejects.
    if (!(error instanceof TypeError)) throw error;
    const [, unknown] = /^Unknown option '([^']+)'/.exec(error.message) ?? [];
    if (unknown === undefined) throw new UsageError(error.message);
    throw unknownName(
      "option",
      unknown,
      Object.keys(options).map((name) => `--${name}`),
    );
  }
}

/** Returns whether an error is a language error, which is a programming mistake and needs its stack. */
const faults = [TypeError, ReferenceError, RangeError, SyntaxError];

async function describe(given: unknown, { explain }: Pick<Command<never, never>, "explain">) {
  const error = (await explain?.(given)) ?? given;
  const isSentence = error instanceof Error && !faults.some((kind) => error instanceof kind);
  return isSentence ? error.message : error;
}
