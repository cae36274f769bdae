import { Interface, isHexString } from "ethers";
import type { CollectionContract } from "#chain/collection";

/** Revert reason of a wallet that rejects a token. */
const wallet = new Interface(["error TokenUnwelcome(uint256)"]);

/** Returns a reverted transaction's error name, or its data if it is more than an error without arguments. */
export function errorName(collection: CollectionContract, error: unknown): string | undefined {
  const data = revertData(error);
  if (data === undefined) throw error;
  const { interface: errors } = collection;
  const found = errors.parseError(data) ?? wallet.parseError(data);
  return found && errors.encodeErrorResult(found.fragment, found.args) === data ? found.name : data;
}

function revertData(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const data = "data" in error ? error.data : undefined;
  if (isHexString(data)) return data;
  return revertData(data) ?? ("error" in error ? revertData(error.error) : undefined);
}
