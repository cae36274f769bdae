import { didYouMean } from "#protocol/values/closestName";

/** Thrown for a mistake that the user can fix; the message says how. */
export class UsageError extends Error {
  override name = "UsageError";
  /** Whether the command's help follows the message. */
  readonly needsHelp: boolean;

  constructor(
    message?: string,
    { needsHelp = true, ...options }: ErrorOptions & { needsHelp?: boolean } = {},
  ) {
    super(message, options);
    this.needsHelp = needsHelp;
  }
}

/**
 * Parses a command's name and operands.
 *
 * @param table each command's operands, such as `{ export: ["FILE"] }`. @param others names of
 * commands that are parsed elsewhere.
 * @throws {UsageError}
 */
export function readCommand<Name extends string>(
  table: Readonly<Record<Name, readonly string[]>>,
  [name, ...positionals]: readonly string[],
  others: readonly string[] = [],
): [name: Name, ...positionals: string[]] {
  if (name === undefined) throw new UsageError("Missing command.");
  if (!Object.hasOwn(table, name)) {
    throw unknownName("command", name, [...Object.keys(table), ...others]);
  }
  // Safety: the table contains the name.
  const known = name as Name;
  assertArguments(table[known], positionals);
  return [known, ...positionals];
}

/** Returns an error for an unknown name that suggests the closest known name. */
export function unknownName(kind: string, name: string, known: readonly string[]): UsageError {
  return new UsageError(`Unknown ${kind}: ${name}.${didYouMean(name, known)}`);
}

/**
 * Checks the words of a command, such as `["FILE"]`, `["[FILE]"]` for an optional one, or `["CALL…"]` for one or more.
 *
 * @throws {UsageError} if an operand is missing or unexpected.
 */
export function assertArguments(wanted: readonly string[], positionals: readonly string[]): void {
  const missing = wanted[positionals.length];
  if (missing !== undefined && !missing.startsWith("["))
    throw new UsageError(`Missing ${missing.replace("…", "")}.`);
  const further = positionals[wanted.length];
  if (further !== undefined && !wanted.at(-1)?.endsWith("…")) {
    throw new UsageError(`Unexpected argument: ${further}.`);
  }
}

/**
 * Parses a whole number.
 *
 * @throws {UsageError} if the text is not a whole number or is out of range.
 */
export function readCount(
  option: string,
  text: string,
  { from, to }: { from: number; to: number },
): number {
  const count = Number(text);
  if (/^\d{1,15}$/.test(text) && count >= from && count <= to) return count;
  throw new UsageError(`${option} takes a whole number from ${from} to ${to}, not "${text}".`);
}
