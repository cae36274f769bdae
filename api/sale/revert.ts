import { decodeErrorResult, type Hex } from "viem";
import { collectionAbi } from "#chain/abi";
import {
  type ContractErrorEntry,
  type ContractErrorName,
  contractErrors,
} from "./contractErrors.ts";

/** Describes why a call reverted. */
export interface Revert {
  /** Name of the error in the collection's interface; absent for other contracts' errors. */
  error?: ContractErrorName;
  /** Title of the revert: `NotMinting`, `PhaseOverlaps("First Dust")`, `Panic(17)`, or the raw data. */
  title: string;
  cause: string;
  fix: string;
}

/** Describes any contract's revert for people. */
export function describeRevert(data: Hex): Revert {
  const decoded = decode(data);
  if (decoded === undefined) return describeUnknownRevert(data);
  const { errorName, args } = decoded;
  if (errorName === "Error") return describeReasonRevert(String(args[0]));
  if (errorName === "Panic") return describePanic(Number(args[0]));
  // A new error may not be documented yet.
  const entry: Partial<Record<string, ContractErrorEntry>> = contractErrors;
  const { cause, fix } = entry[errorName]?.cause ? entry[errorName] : undocumentedError;
  const list = args.length === 0 ? "" : `(${args.map(formatValue).join(", ")})`;
  return { error: errorName, title: `${errorName}${list}`, cause, fix };
}

const undocumentedError = {
  cause: "The contract reverted with an error that has no description yet.",
  fix: "Describe it with @notice, @dev and @custom:fix in the contract.",
};

function decode(data: Hex) {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: collectionAbi, data });
    // Safety: viem adds Solidity's two built-in errors to the interface's errors.
    return {
      errorName: errorName as ContractErrorName | "Error" | "Panic",
      args: args as readonly unknown[],
    };
  } catch {
    return undefined;
  }
}

function describeUnknownRevert(data: Hex): Revert {
  if (data === "0x") {
    return {
      title: "no reason",
      cause: "The call reverted without a reason, or ran out of gas.",
      fix: "Check the called address and the sent value.",
    };
  }
  return {
    title: data,
    cause: "A different contract reverted with its own error.",
    fix: "Look up these four bytes, the error's selector, in that contract's ABI.",
  };
}

function describeReasonRevert(reason: string): Revert {
  return {
    title: `Error("${reason}")`,
    cause: `A different contract reverted with the message “${reason}”`,
    fix: "See that contract's message.",
  };
}

/**
 * Causes of Solidity's panics by code,
 * https://docs.soliditylang.org/en/latest/control-structures.html#panic-via-assert-and-error-via-require
 */
const panicCauses: Readonly<Record<number, string>> = {
  1: "An assertion failed.",
  17: "An arithmetic operation overflowed or underflowed.",
  18: "Division by zero.",
  33: "A value is out of range for its enum.",
  50: "An array index is out of bounds.",
  65: "Too much memory was allocated.",
};

function describePanic(code: number): Revert {
  return {
    title: `Panic(${code})`,
    cause: panicCauses[code] ?? "A contract reached an invalid state.",
    fix: "This is a bug in a contract: report it with the transaction's data.",
  };
}

function formatValue(value: unknown): string {
  return typeof value === "string" && !value.startsWith("0x") ? JSON.stringify(value) : `${value}`;
}
