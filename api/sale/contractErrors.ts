import type { ContractErrorName as ErrorNameIn } from "viem";
import type { collectionAbi } from "#chain/abi";
import { interfaceErrors } from "#chain/errors";

/** Name of an error that the collection can revert with. */
export type ContractErrorName = ErrorNameIn<typeof collectionAbi>;

/** Describes one of the collection's errors. */
export interface ContractErrorEntry {
  /** Condition that the contract enforces, in the contract's terms. */
  rule: string;
  /** Sentence that states why the call reverts. */
  cause: string;
  /** Sentence that says what to do and who can do it. */
  fix: string;
}

/** Descriptions of OpenZeppelin's errors, which our interface does not document. A missing error is a type error. */
const openZeppelinErrors: Record<
  Exclude<ContractErrorName, keyof typeof interfaceErrors>,
  ContractErrorEntry
> = {
  InvalidShortString: {
    rule: "the EIP-712 domain's strings are well-formed (OpenZeppelin's ShortStrings)",
    cause: "The contract's code contains a malformed short string. No call can cause this.",
    fix: "Check with npm run verify that the address has the collection's code.",
  },
  OwnableInvalidOwner: {
    rule: "transferOwnership: the new owner is not the zero address",
    cause: "The new owner is the zero address.",
    fix: "Choose another address; renounceOwnership gives up the ownership permanently.",
  },
  OwnableUnauthorizedAccount: {
    rule: "administration: the caller is owner()",
    cause: "Only the collection's owner can do this.",
    fix: "Send it from the owner's wallet.",
  },
  SafeCastOverflowedUintDowncast: {
    rule: "adjustPhases, changePhase, gift: at most 65,535 phase names",
    cause: "The collection already has the largest possible number of phases.",
    fix: "Use an existing phase name.",
  },
  StringTooLong: {
    rule: "the EIP-712 domain's strings have at most 31 bytes (OpenZeppelin's ShortStrings)",
    cause:
      "The collection's name or version is too long. Only the constructor reverts with this error.",
    fix: "Deploy with a name of at most 31 bytes.",
  },
};

/** Describes all of the collection's errors, from its interface's NatSpec. */
export const contractErrors: Readonly<Record<ContractErrorName, ContractErrorEntry>> = {
  ...interfaceErrors,
  ...openZeppelinErrors,
};
