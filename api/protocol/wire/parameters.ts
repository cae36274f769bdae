/** A URL query parameter. */
export interface Parameter<Value> {
  /** Describes valid values, in messages and in the API's description: `a whole number from 1 to 200`. */
  expects: string;
  /** Parses a value; returns undefined if it is invalid. */
  parse: (text: string) => Value | undefined;
  /** Whether the parameter may be repeated. */
  isRepeatable?: boolean;
}

/** Thrown for an invalid parameter; the message includes the parameter and its valid values. */
export class ParameterError extends Error {
  override name = "ParameterError";
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

type ParameterTable = Record<string, Parameter<unknown>>;

/** Each parameter's values, in URL order. */
export type ParameterValues<Table extends ParameterTable> = {
  [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value[] : never;
};

const maxShownTextLength = 40;

/**
 * Parses the query of a URL: `new URL(…).searchParams`.
 *
 * @throws {ParameterError} for an unknown, repeated or invalid parameter.
 */
export function parseParameters<Table extends ParameterTable>(
  entries: Iterable<readonly [string, string]>,
  table: Table,
): ParameterValues<Table> {
  const values: Record<string, unknown[]> = {};
  for (const name of Object.keys(table)) values[name] = [];
  for (const [name, text] of entries) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    const found = values[name];
    if (parameter === undefined || found === undefined) {
      const acceptedNames = Object.keys(table).join(", ");
      const advice =
        acceptedNames === "" ? "this path accepts none" : `known ones are ${acceptedNames}`;
      throw new ParameterError(name, `Unknown parameter ${quote(name)}; ${advice}.`);
    }
    if (found.length > 0 && parameter.isRepeatable !== true) {
      throw new ParameterError(name, `The parameter ${name} appears more than once.`);
    }
    const value = parameter.parse(text);
    if (value === undefined) throw parameterError(name, parameter.expects, text);
    found.push(value);
  }
  // Safety: each list contains only its own parameter's values.
  return values as ParameterValues<Table>;
}

/** Returns the error for a parameter with an invalid value. */
export function parameterError(name: string, expects: string, text: string): ParameterError {
  return new ParameterError(name, `The parameter ${name} takes ${expects}, not ${quote(text)}.`);
}

/** Quotes a string as JSON and shortens it, to set it off from the surrounding sentence. */
function quote(text: string): string {
  const isLong = text.length > maxShownTextLength;
  return JSON.stringify(isLong ? `${text.slice(0, maxShownTextLength)}…` : text);
}

/** Returns a parameter for integers in decimal digits, from `min` to `max` inclusive. */
export function wholeNumberParameter(min: number, max: number): Parameter<number> {
  return {
    expects: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** Returns a parameter that accepts one of several strings. */
export function choiceParameter<const Choice extends string>(
  choices: readonly Choice[],
): Parameter<Choice> {
  return {
    expects: choices.join(" or "),
    parse: (text) => choices.find((choice) => choice === text),
  };
}

/** Cursor for a page of results: the previous page's `next`. */
export const cursorParameter: Parameter<string> = {
  expects: "the value of next from an earlier response",
  parse: (text) => (/^[\w-]{1,200}$/.test(text) ? text : undefined),
};

/** Text to search for, trimmed. */
export const queryParameter: Parameter<string> = {
  expects: "a string of up to 200 characters",
  parse(text) {
    const trimmed = text.trim();
    return trimmed.length <= maxQueryLength && !trimmed.includes("\0") ? trimmed : undefined;
  },
};

/** Maximum length of a search query, in UTF-16 code units. */
export const maxQueryLength = 200;
