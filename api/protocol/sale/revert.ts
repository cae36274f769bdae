import { decodeErrorResult, type Hex } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import {
  type ContractErrorEntry,
  type ContractErrorName,
  contractErrors,
} from "./contractErrors.ts";

/** Why a call reverted, in words. */
export interface Revert {
  /** Name of the error as the collection's interface declares it; absent for anybody else's. */
  error?: ContractErrorName;
  /** `NotMinting`, `PhaseOverlaps("First Dust")`, `Panic(17)`, or the data as it is. */
  title: string;
  cause: string;
  fix: string;
}

/** Puts what a call reverted with into words; whatever it is, there are some. */
export function describeRevert(data: Hex): Revert {
  const decoded = decode(data);
  if (decoded === undefined) return unknownRevert(data);
  const { errorName, args } = decoded;
  if (errorName === "Error") return sayingRevert(String(args[0]));
  if (errorName === "Panic") return panic(Number(args[0]));
  // Who runs a contract before its types are checked may meet an error that nobody has described yet.
  const entry: Partial<Record<string, ContractErrorEntry>> = contractErrors;
  const { cause, fix } = entry[errorName] ?? undescribed;
  const list = args.length === 0 ? "" : `(${args.map(asText).join(", ")})`;
  return { error: errorName, title: `${errorName}${list}`, cause, fix };
}

const undescribed = {
  cause: "The contract refuses with an error that nobody has described yet.",
  fix: "Say what it means in api/protocol/sale/contractErrors.ts.",
};

function decode(data: Hex) {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: fringeDriftersAbi, data });
    // Safety: viem adds Solidity's own two errors to those of the interface.
    return {
      errorName: errorName as ContractErrorName | "Error" | "Panic",
      args: args as readonly unknown[],
    };
  } catch {
    return undefined;
  }
}

function unknownRevert(data: Hex): Revert {
  if (data === "0x") {
    return {
      title: "no reason",
      cause:
        "The call was refused without a reason: by a contract that has none, or for want of coin or gas.",
      fix: "Check the address that is called and what it is sent.",
    };
  }
  return {
    title: data,
    cause: "Another contract than the collection refused, with an error of its own.",
    fix: "Look that contract's interface up: its errors begin with these four bytes.",
  };
}

function sayingRevert(reason: string): Revert {
  return {
    title: `Error("${reason}")`,
    cause: `Another contract than the collection refused, and says: “${reason}”`,
    fix: "Do what that contract asks for.",
  };
}

/** Source of the codes: https://docs.soliditylang.org/en/latest/control-structures.html#panic-via-assert-and-error-via-require */
const panicCauses: Readonly<Record<number, string>> = {
  1: "A contract found an assertion of its own broken.",
  17: "A sum, a difference or a product does not fit its type.",
  18: "A division by zero.",
  33: "A number is none of an enumeration's.",
  50: "An index lies outside of its array.",
  65: "More memory was asked for than there is.",
};

function panic(code: number): Revert {
  return {
    title: `Panic(${code})`,
    cause: panicCauses[code] ?? "A contract found itself in a state that it excludes.",
    fix: "This is a fault of a contract, not of the caller: report it with what was sent.",
  };
}

function asText(value: unknown): string {
  return typeof value === "string" && !value.startsWith("0x") ? JSON.stringify(value) : `${value}`;
}
