import {
  cursorParameter,
  type Parameter,
  parseParameters,
  wholeNumberParameter,
} from "./parameters.ts";

/** Request for one page of a wallet's tokens. */
export interface OwnerPageRequest {
  limit: number;
  cursor?: bigint;
}

export const defaultTokensPerOwnerPage = 60;
const maxTokensPerOwnerPage = 200;

/** Limit of a wallet's stories beside its tokens; `GET /api/narrative?author=…` lists all. */
export const maxOwnerStories = 60;

/** The contract's cursor; another one than a number from a response finds fewer tokens, and none of others. */
const chainCursorParameter: Parameter<bigint> = {
  takes: cursorParameter.takes,
  parse(text) {
    const cursor = /^[1-9]\d{0,77}$/.test(text) ? BigInt(text) : 0n;
    return cursor > 0n && cursor < 2n ** 256n ? cursor : undefined;
  },
};

/** Parameters of `GET /api/owners/{address}/tokens`. */
export const ownerParameters = {
  limit: wholeNumberParameter(1, maxTokensPerOwnerPage),
  cursor: chainCursorParameter,
};

/**
 * Parses the query of `GET /api/owners/{address}/tokens`.
 *
 * @throws {ParameterError}
 */
export function parseOwnerPageRequest(
  entries: Iterable<readonly [string, string]>,
): OwnerPageRequest {
  const {
    limit: [limit = defaultTokensPerOwnerPage],
    cursor: [cursor],
  } = parseParameters(entries, ownerParameters);
  return { limit, ...(cursor !== undefined && { cursor }) };
}
