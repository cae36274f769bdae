import type { ContractErrorName as ErrorNameIn } from "viem";
import type { fringeDriftersAbi } from "#chain/abi";

/** Name of an error that the collection's interface declares. */
export type ContractErrorName = ErrorNameIn<typeof fringeDriftersAbi>;

/** What an error of the collection means to whoever meets it. */
export interface ContractErrorEntry {
  /** What must hold, in the terms of the contract. */
  rule: string;
  /** Why the call was refused: a sentence for people. */
  cause: string;
  /** What to do about it, and who can: a sentence for people. */
  fix: string;
  /** The test that proves it: a file in test/contracts/ and words of the test's title. */
  test: { file: string; title: string };
}

/**
 * Every error of the collection in words, in alphabetical order. The one source of what pages, commands and
 * docs/errors.md say about it. An error without an entry does not compile.
 */
export const contractErrors: Readonly<Record<ContractErrorName, ContractErrorEntry>> = {
  ApprovalCallerNotOwnerNorApproved: {
    rule: "approve: the caller owns the token, or is its owner's operator",
    cause: "Who approves neither owns the drifter nor is its owner's operator.",
    fix: "Approve with the owner's wallet, or let the owner call setApprovalForAll for yours first.",
    test: {
      file: "transfers.test.ts",
      title:
        "refuses others, the approved address among them, with ApprovalCallerNotOwnerNorApproved",
    },
  },
  ApprovalQueryForNonexistentToken: {
    rule: "getApproved: the token is minted",
    cause: "Nobody can be approved for this drifter: it is not minted.",
    fix: "Ask for the id of a minted drifter.",
    test: { file: "tokens.test.ts", title: "has no approval to ask for" },
  },
  ApprovalToCurrentOwner: {
    rule: "approve: the approved address is not the owner",
    cause: "A drifter's owner would be approved for it, and may transfer it anyway.",
    fix: "Approve another address, or none.",
    test: {
      file: "transfers.test.ts",
      title: "refuses the owner itself with ApprovalToCurrentOwner",
    },
  },
  ApproveToCaller: {
    rule: "setApprovalForAll: the operator is not the caller",
    cause: "A wallet would become its own operator, and may move its drifters anyway.",
    fix: "Name another address as operator.",
    test: { file: "transfers.test.ts", title: "refuses the caller itself with ApproveToCaller" },
  },
  AuthenticationFailed: {
    rule: "FringeMint: hash is the digest of this very mint, signed by signerAddress, and its transaction id is unused",
    cause:
      "The authorisation is not a fresh one for this very mint: wallet, phase, transaction id and quantity.",
    fix: "Ask for an authorisation for this wallet and quantity in the current phase, and use it once.",
    test: { file: "fringeMint.test.ts", title: "refuses a signature by anyone but the signer" },
  },
  BalanceQueryForZeroAddress: {
    rule: "balanceOf, tokenOfOwnerByIndex: the owner is not the zero address",
    cause: "The zero address owns nothing and cannot be asked about.",
    fix: "Ask about another address.",
    test: {
      file: "tokens.test.ts",
      title: "reverts with BalanceQueryForZeroAddress for the zero address",
    },
  },
  DoesNotExist: {
    rule: "tokenURI: the token is minted",
    cause: "This drifter is not minted, so it has no metadata.",
    fix: "Ask for the id of a minted drifter.",
    test: { file: "tokens.test.ts", title: "reverts with DoesNotExist for" },
  },
  ExceedsAllowedBatch: {
    rule: "FringeMint, gift: at most HARD_BATCH_LIMIT tokens at once",
    cause: "No mint or gift may be of more than HARD_BATCH_LIMIT drifters, whatever MAXBATCH says.",
    fix: "Take fewer at once, in several transactions.",
    test: {
      file: "fringeMint.test.ts",
      title: "mints the hard batch limit, and reverts with ExceedsAllowedBatch above it",
    },
  },
  ExceedsCurrentSupply: {
    rule: "totalSupply() never passes MAX_SUPPLY, no phase is longer than it, and an index is below totalSupply()",
    cause:
      "The collection has no room for as many drifters, or fewer drifters than the index says.",
    fix: "Take fewer, or a shorter phase; the cap itself cannot be moved.",
    test: {
      file: "supplyCap.test.ts",
      title:
        "lets a mint reach it exactly, and refuses every token after with ExceedsCurrentSupply",
    },
  },
  FailedToWithdraw: {
    rule: "withdrawFunds, withdrawERC20: the withdraw address can be paid",
    cause: "The withdraw address refused the payment, or the token is no contract or did not pay.",
    fix: "Let the owner call changeWithdrawer with an address that takes payments, or check the token's address.",
    test: {
      file: "money.test.ts",
      title: "reverts with FailedToWithdraw when the receiver refuses, and keeps the coin",
    },
  },
  IndexExceedsOwnerBounds: {
    rule: "tokenOfOwnerByIndex: index < balanceOf(owner)",
    cause: "This owner holds fewer drifters than the index says.",
    fix: "Ask with an index below the owner's balance.",
    test: { file: "tokens.test.ts", title: "reverts with IndexExceedsOwnerBounds at" },
  },
  InvalidShortString: {
    rule: "the EIP-712 domain's strings are well kept (OpenZeppelin's ShortStrings)",
    cause: "A short string in the contract's code is broken, which no call can bring about.",
    fix: "Check that the address has the collection's own code: npm run verify tells how it was deployed.",
    test: { file: "abi.test.ts", title: "InvalidShortString" },
  },
  MintToZeroAddress: {
    rule: "gift: no receiver is the zero address",
    cause: "A gift would go to the zero address.",
    fix: "Take that receiver off the list; nobody has been given anything yet.",
    test: {
      file: "gift.test.ts",
      title: "refuses the zero address with MintToZeroAddress, and mints to nobody else either",
    },
  },
  MintZeroQuantity: {
    rule: "FringeMint: 0 < qty; gift: at least one receiver",
    cause: "A mint of no drifters, or a gift without receivers.",
    fix: "Ask for at least one.",
    test: { file: "fringeMint.test.ts", title: "reverts with MintZeroQuantity at 0" },
  },
  NotEnoughEth: {
    rule: "FringeMint: value ≥ qty × FD_PRICE()",
    cause: "Less is paid than the quantity times the price.",
    fix: "Send the quantity times FD_PRICE; what is above it comes back in the same transaction.",
    test: {
      file: "fringeMint.test.ts",
      title: "reverts with NotEnoughEth one wei below, and mints at the price",
    },
  },
  NotMinting: {
    rule: "FringeMint: isMinting()",
    cause: "The sale is switched off.",
    fix: "Wait until the collection's owner switches it on, with toggleMint.",
    test: { file: "fringeMint.test.ts", title: "reverts with NotMinting" },
  },
  NotWithdrawAddress: {
    rule: "withdrawFunds, withdrawERC20: the caller is withdrawAddress",
    cause: "Only the withdraw address may withdraw, and it alone is paid.",
    fix: "Withdraw with that wallet, or let the owner call changeWithdrawer first.",
    test: {
      file: "money.test.ts",
      title: "reverts with NotWithdrawAddress for an owner who is not the withdraw address",
    },
  },
  OwnableInvalidOwner: {
    rule: "transferOwnership: the new owner is not the zero address",
    cause: "The collection would be handed to the zero address.",
    fix: "Name another address; renounceOwnership is the way to have no owner for ever.",
    test: {
      file: "administration.test.ts",
      title: "refuses the zero address, which only renouncing means",
    },
  },
  OwnableUnauthorizedAccount: {
    rule: "administration: the caller is owner()",
    cause: "Only the collection's owner may do this.",
    fix: "Send it from the owner's wallet.",
    test: {
      file: "administration.test.ts",
      title: "reverts with OwnableUnauthorizedAccount for anyone else, and changes nothing",
    },
  },
  OwnerQueryForNonexistentToken: {
    rule: "ownerOf, approve, transferFrom: the token is minted",
    cause: "This drifter is not minted, so nobody owns it.",
    fix: "Ask for the id of a minted drifter.",
    test: { file: "tokens.test.ts", title: "reverts with OwnerQueryForNonexistentToken for" },
  },
  PastBoundsOfBatchLimit: {
    rule: "FringeMint: qty ≤ MAXBATCH()",
    cause: "More drifters are asked for than one mint may have.",
    fix: "Ask for at most MAXBATCH at once; the owner changes it with adjustMaxBatch.",
    test: {
      file: "fringeMint.test.ts",
      title: "reverts with PastBoundsOfBatchLimit at MAXBATCH + 1",
    },
  },
  PastSupply: {
    rule: "FringeMint, gift: the phase has as many ids left",
    cause: "The phase has fewer drifters left than are asked for, or was never given any.",
    fix: "Ask for fewer, or let the owner lengthen the phase with adjustPhases or open another with changePhase.",
    test: { file: "fringeMint.test.ts", title: "reverts with PastSupply one above" },
  },
  PhaseBoundsReversed: {
    rule: "adjustPhases: startPoint ≤ endPoint",
    cause: "The phase would end before it begins.",
    fix: "Swap the two: a phase has the ids from its start up to, and without, its end.",
    test: {
      file: "phases.test.ts",
      title: "refuses an end before the start with PhaseBoundsReversed",
    },
  },
  PhaseEndBelowMinted: {
    rule: "adjustPhases: the end is not below the ids that the phase has minted",
    cause: "Drifters that are minted already would fall out of their phase.",
    fix: "End the phase where its minted drifters end, or later.",
    test: {
      file: "phases.test.ts",
      title: "refuses an end below the minted tokens with PhaseEndBelowMinted",
    },
  },
  PhaseOverlaps: {
    rule: "adjustPhases: no id lies in two phases",
    cause: "The phase would share ids with another one.",
    fix: "Choose a range beside the other phase, or shrink that one first.",
    test: { file: "phases.test.ts", title: "with PhaseOverlaps" },
  },
  PhaseStartMoved: {
    rule: "adjustPhases: a phase that has minted keeps its start",
    cause: "The phase has minted drifters already, so its start is fixed.",
    fix: "Keep the start; the end may move.",
    test: { file: "phases.test.ts", title: "with PhaseStartMoved" },
  },
  RefundFailed: {
    rule: "FringeMint: the minter takes back what it paid too much",
    cause: "More than the price was paid, and the minting contract does not take the rest back.",
    fix: "Send exactly the quantity times the price.",
    test: {
      file: "fringeMint.test.ts",
      title: "reverts with RefundFailed when it refuses its surplus",
    },
  },
  SafeCastOverflowedUintDowncast: {
    rule: "there are at most 65,535 phase names",
    cause: "There are as many phases as there can be.",
    fix: "Use a name that exists already.",
    test: {
      file: "phases.test.ts",
      title: "makes the 65,535th, and refuses another with SafeCastOverflowedUintDowncast",
    },
  },
  StringTooLong: {
    rule: "the EIP-712 domain's strings are short (OpenZeppelin's ShortStrings)",
    cause:
      "The collection's name or version is too long to be deployed, which no call can bring about.",
    fix: "Deploy with a name of at most 31 bytes.",
    test: { file: "abi.test.ts", title: "StringTooLong" },
  },
  TransferCallerNotOwnerNorApproved: {
    rule: "transferFrom: the caller owns the token, is approved for it, or is its owner's operator",
    cause: "Who transfers neither owns the drifter nor is approved for it.",
    fix: "Transfer with the owner's wallet, or let the owner approve yours first.",
    test: {
      file: "transfers.test.ts",
      title: "refuses a stranger and the contract's owner with TransferCallerNotOwnerNorApproved",
    },
  },
  TransferFromIncorrectOwner: {
    rule: "transferFrom: from owns the token",
    cause: "The drifter would be transferred from a wallet that does not own it.",
    fix: "Ask ownerOf first, and transfer from that address.",
    test: {
      file: "transfers.test.ts",
      title: "refuses a wrong owner with TransferFromIncorrectOwner, whoever calls",
    },
  },
  TransferToNonERC721ReceiverImplementer: {
    rule: "FringeMint, gift, safeTransferFrom: a receiving contract answers onERC721Received",
    cause: "The receiver is a contract that does not say it can hold tokens.",
    fix: "Use a wallet without code, or a contract that implements IERC721Receiver.",
    test: { file: "transfers.test.ts", title: "with TransferToNonERC721ReceiverImplementer" },
  },
  TransferToZeroAddress: {
    rule: "transferFrom: to is not the zero address",
    cause: "A drifter would be transferred to the zero address.",
    fix: "Name another receiver; drifters cannot be destroyed.",
    test: {
      file: "transfers.test.ts",
      title: "refuses the zero address with TransferToZeroAddress",
    },
  },
};
