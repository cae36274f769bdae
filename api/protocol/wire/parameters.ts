/** A parameter of a URL's query. */
export interface Parameter<Value> {
  /** What it takes, for sentences and for the API's description: `a whole number from 1 to 200`. */
  takes: string;
  /** Returns undefined for a text that it does not take. */
  parse: (text: string) => Value | undefined;
  /** Whether it may be given several times. */
  isRepeatable?: boolean;
}

/** Thrown for a parameter that cannot be used; the message names it and what it takes. */
export class ParameterError extends Error {
  override name = "ParameterError";
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

type ParameterTable = Record<string, Parameter<unknown>>;

/** The values of each parameter of a table, in the order of the URL. */
export type ParameterValues<Table extends ParameterTable> = {
  [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value[] : never;
};

const maxShownTextLength = 40;

/**
 * Parses the query of a URL: `new URL(…).searchParams`.
 *
 * @throws {ParameterError} for an unknown or repeated parameter, or one that cannot be parsed.
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
      const known = Object.keys(table).join(", ");
      const advice = known === "" ? "this path accepts none" : `known ones are ${known}`;
      throw new ParameterError(name, `Unknown parameter ${shown(name)}; ${advice}.`);
    }
    if (found.length > 0 && parameter.isRepeatable !== true) {
      throw new ParameterError(name, `The parameter ${name} is given more than once.`);
    }
    const value = parameter.parse(text);
    if (value === undefined) throw unusableParameter(name, parameter.takes, text);
    found.push(value);
  }
  // Safety: each list holds values of its parameter only.
  return values as ParameterValues<Table>;
}

/** The error of a parameter whose text it does not take. */
export function unusableParameter(name: string, takes: string, text: string): ParameterError {
  return new ParameterError(name, `The parameter ${name} takes ${takes}, not ${shown(text)}.`);
}

/** Quotes a text in JSON, shortened, so that it cannot run into the sentence around it. */
function shown(text: string): string {
  const isLong = text.length > maxShownTextLength;
  return JSON.stringify(isLong ? `${text.slice(0, maxShownTextLength)}…` : text);
}

/** A whole number in decimal digits, both bounds included. */
export function wholeNumberParameter(min: number, max: number): Parameter<number> {
  return {
    takes: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** One of several words. */
export function choiceParameter<const Choice extends string>(
  choices: readonly Choice[],
): Parameter<Choice> {
  return {
    takes: choices.join(" or "),
    parse: (text) => choices.find((choice) => choice === text),
  };
}

/** The cursor at which a page of results starts: `next` of the previous page. */
export const cursorParameter: Parameter<string> = {
  takes: "the value of next in an earlier response",
  parse: (text) => (/^[\w-]{1,200}$/.test(text) ? text : undefined),
};

/** Words to search for, trimmed. */
export const queryParameter: Parameter<string> = {
  takes: "a text of up to 200 characters",
  parse(text) {
    const words = text.trim();
    return words.length <= maxQueryLength && !words.includes("\0") ? words : undefined;
  },
};

/** Longest text to search for, in UTF-16 code units. */
export const maxQueryLength = 200;
