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

/** Maximum number of stories listed with a wallet's tokens; `GET /api/narrative?author=…` lists all. */
export const maxOwnerStories = 60;

/** The contract's cursor. An arbitrary number returns fewer of the owner's tokens, never another owner's tokens. */
const chainCursorParameter: Parameter<bigint> = {
  expects: cursorParameter.expects,
  parse(text) {
    const cursor = /^[1-9]\d{0,77}$/.test(text) ? BigInt(text) : 0n;
    return cursor > 0n && cursor < 2n ** 256n ? cursor : undefined;
  },
};

/** Query parameters of `GET /api/owners/{address}/tokens`. */
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
