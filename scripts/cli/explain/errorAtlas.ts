import { isHex, size, slice, toFunctionSelector } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import {
  type ContractErrorEntry,
  type ContractErrorName,
  contractErrors,
} from "#protocol/sale/contractErrors";
import { describeRevert } from "#protocol/sale/revert";

/** An error of the collection, with all that is known of it. */
export interface AtlasEntry extends ContractErrorEntry {
  name: ContractErrorName;
  /** `PhaseOverlaps(string otherPhase)` */
  signature: string;
  /** First four bytes of what a call reverts with. */
  selector: string;
  /** The error with its arguments, where they were given: `PhaseOverlaps("First Dust")`. */
  given?: string;
}

/** Every error of the collection, by name. */
export function errorAtlas(): AtlasEntry[] {
  return fringeDriftersAbi
    .filter((item) => item.type === "error")
    .map((error) => ({
      name: error.name,
      signature: `${error.name}(${error.inputs.map(({ type, name }) => `${type} ${name}`).join(", ")})`,
      selector: toFunctionSelector(`${error.name}(${error.inputs.map(({ type }) => type)})`),
      ...contractErrors[error.name],
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The errors that a selector, what a call reverted with, or a part of a name means. */
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
