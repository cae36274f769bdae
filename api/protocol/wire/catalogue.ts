import {
  choiceParameter,
  cursorParameter,
  type Parameter,
  parseParameters,
  queryParameter,
  wholeNumberParameter,
} from "./parameters.ts";
import type { Trait } from "./responses.ts";
import { formatTrait } from "./trait.ts";

/** Maximum length of each list of neighbors. */
export const maxNeighbors = 12;

/** Maximum number of meetings on the stories' map. */
export const maxMeetings = 200;

/** Maximum number of values per trait type in the facets. */
export const maxFacetValues = 100;

/** `newest`: later phases first, then larger numbers first. */
export type TokenOrder = "newest" | "number";

/** The gallery's filters. Values of one trait type are alternatives, as are phases; all other filters must match. */
export interface TokenFilters {
  traits: readonly Trait[];
  phases: readonly string[];
  hasStory?: boolean;
  /** A token number or its first digits, a name, a trait value, or words in the story. */
  query?: string;
  order: TokenOrder;
}

/** Request for one page of `GET /api/tokens`. */
export interface TokenPageRequest extends TokenFilters {
  limit: number;
  cursor?: string;
}

const defaultTokensPerPage = 60;
const maxTokensPerPage = 200;

const traitParameter: Parameter<Trait> = {
  expects:
    "a type and a value such as Hat:Cowl; a colon in the type is written %3A, a percent sign %25",
  parse(text) {
    const [, type, value] = /^([^:]+):(.+)$/s.exec(text) ?? [];
    if (type === undefined || value === undefined) return undefined;
    const unescaped = type.replace(/%(3A|25)/g, (_, code) => (code === "25" ? "%" : ":"));
    return { type: unescaped, value };
  },
};

const filterParameters = {
  trait: { ...traitParameter, isRepeatable: true },
  phase: {
    expects: "the name of a phase",
    parse: (text: string) => text || undefined,
    isRepeatable: true,
  },
  hasStory: choiceParameter(["true", "false"]),
  query: queryParameter,
  order: choiceParameter<TokenOrder>(["newest", "number"]),
};

/** Query parameters of `GET /api/tokens`. */
export const tokenParameters = {
  ...filterParameters,
  limit: wholeNumberParameter(1, maxTokensPerPage),
  cursor: cursorParameter,
};

/**
 * Parses the query of `GET /api/tokens`.
 *
 * @throws {ParameterError}
 */
export function parseTokenPageRequest(
  entries: Iterable<readonly [string, string]>,
): TokenPageRequest {
  const values = parseParameters(entries, tokenParameters);
  const {
    limit: [limit = defaultTokensPerPage],
    cursor: [cursor],
  } = values;
  return { ...toFilters(values), limit, ...(cursor !== undefined && { cursor }) };
}

/**
 * Parses the gallery URL's query, which has the same parameters as `GET /api/tokens`, except `limit` and `cursor`.
 *
 * @throws {ParameterError}
 */
export function parseTokenFilters(entries: Iterable<readonly [string, string]>): TokenFilters {
  return toFilters(parseParameters(entries, filterParameters));
}

type FilterValues = ReturnType<typeof parseParameters<typeof filterParameters>>;

function toFilters({ trait, phase, hasStory, query, order }: FilterValues): TokenFilters {
  return {
    traits: trait,
    phases: phase,
    ...(hasStory[0] && { hasStory: hasStory[0] === "true" }),
    ...(query[0] && { query: query[0] }),
    order: order[0] ?? "newest",
  };
}

/** Returns the filters as parameters for `new URLSearchParams(…)`; omits defaults. */
export function tokenFilterEntries(filters: TokenFilters): [string, string][] {
  const { traits, phases, hasStory, query, order } = filters;
  const entries: [string, string][] = [
    ...traits.map((trait): [string, string] => ["trait", formatTrait(trait)]),
    ...phases.map((phase): [string, string] => ["phase", phase]),
  ];
  if (hasStory !== undefined) entries.push(["hasStory", String(hasStory)]);
  if (query) entries.push(["query", query]);
  if (order !== "newest") entries.push(["order", order]);
  return entries;
}
