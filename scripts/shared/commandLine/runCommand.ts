import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Output } from "./plainOutput.ts";
import { UsageError, unknownName } from "./usageError.ts";

/** Every command accepts `--help` and `-h`. */
const helpOption = { help: { type: "boolean", default: false, short: "h" } } as const;

/** The parsed values of a command's options. */
export type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>["values"];

/** The arguments of a command. Its options have the form of `parseArgs`; `--help` is added. */
export interface CommandLine<Options extends ParseArgsOptionsConfig, Request> {
  help: string;
  options: Options;
  /** Whether it accepts positional arguments. */
  takesPositionals?: boolean;
  /**
   * Turns the parsed arguments into a request.
   *
   * @throws {UsageError} on invalid usage.
   */
  read(values: OptionValues<Options>, positionals: string[]): Request;
}

/** A command: its arguments and its work. */
export interface Command<Options extends ParseArgsOptionsConfig, Request>
  extends CommandLine<Options, Request> {
  /** @returns the exit status; undefined means 0. */
  run(request: Request): number | undefined | Promise<number | undefined>;
  /** @returns the message to print for a failure whose own message is not enough. */
  explain?(error: unknown): unknown;
}

/**
 * Runs a command.
 *
 * @returns the exit status, by one convention for all commands: 0 if it did its work, or the result is positive; 1 if
 * the result is negative, or it failed; 2 if its command line is invalid.
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
 * Reads the arguments of a command.
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
    if (!(error instanceof UsageError)) throw error;
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

/** Returns whether it is a language error: a programming mistake, which needs its stack. */
const faults = [TypeError, ReferenceError, RangeError, SyntaxError];

async function describe(given: unknown, { explain }: Pick<Command<never, never>, "explain">) {
  const error = (await explain?.(given)) ?? given;
  const isSentence = error instanceof Error && !faults.some((kind) => error instanceof kind);
  return isSentence ? error.message : error;
}
