import { Interface, isHexString } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";

/** What a wallet itself says when it does not want a token. */
const wallet = new Interface(["error TokenUnwelcome(uint256)"]);

/** The name of the error that a refused transaction carries. */
export function errorName(collection: FringeDrifters, error: unknown): string | undefined {
  const data = revertData(error);
  if (data === undefined) throw error;
  return (collection.interface.parseError(data) ?? wallet.parseError(data))?.name ?? data;
}

function revertData(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const data = "data" in error ? error.data : undefined;
  if (isHexString(data)) return data;
  return revertData(data) ?? ("error" in error ? revertData(error.error) : undefined);
}
