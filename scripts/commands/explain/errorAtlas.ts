import { isHex, size, slice, toFunctionSelector } from "viem";
import { formatAbiItem } from "viem/utils";
import { collectionAbi } from "#chain/abi";
import {
  type ContractErrorEntry,
  type ContractErrorName,
  contractErrors,
} from "#sale/contractErrors";
import { describeRevert } from "#sale/revert";

/** A contract error with its signature and selector. */
export interface AtlasEntry extends ContractErrorEntry {
  name: ContractErrorName;
  /** `PhaseOverlaps(string otherPhase)` */
  signature: string;
  /** First four bytes of the revert data. */
  selector: string;
  /** The error with its decoded arguments, if revert data was passed: `PhaseOverlaps("First Dust")`. */
  given?: string;
}

/** Returns all of the contract's errors, sorted by name. */
export function errorAtlas(): AtlasEntry[] {
  return collectionAbi
    .filter((item) => item.type === "error")
    .map((error) => ({
      name: error.name,
      signature: formatAbiItem(error, { includeName: true }),
      selector: toFunctionSelector(formatAbiItem(error)),
      ...contractErrors[error.name],
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Finds errors by selector, revert data or part of a name. */
export function findErrors(wanted: string): AtlasEntry[] {
  if (!isHex(wanted)) {
    const part = wanted.toLowerCase();
    return errorAtlas().filter(({ name }) => name.toLowerCase().includes(part));
  }
  if (size(wanted) < 4) return [];
  const selector = slice(wanted, 0, 4);
  const { error, title } = describeRevert(wanted);
  return errorAtlas()
    .filter((entry) => entry.selector === selector)
    .map((entry) => (error && size(wanted) > 4 ? { ...entry, given: title } : entry));
}
