import { formatEther } from "viem";
import type { ContractErrorName } from "./contractErrors.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** What a rule is told of the wallet, and how the chain's coin is called; `explainMint` reads it. */
export interface WalletFacts {
  /** Wei that the wallet holds. */
  balance: bigint;
  /** Symbol of the chain's coin. */
  symbol: string;
}

/** What a rule is told about: who would mint how many for how much, and the sale as it is. */
export interface MintCase extends WalletFacts {
  qty: bigint;
  /** Wei that are sent. */
  value: bigint;
  sale: SaleFacts;
}

export interface MintRule {
  id: string;
  /** What the contract reverts with; the first rule is the chain's own and has no error. */
  error?: ContractErrorName;
  title: string;
  /** The facts that the rule compares, in a sentence that is true whether it holds or not. */
  facts(mintCase: MintCase): string;
}

/** The rules of a mint, in the order in which they are asked; a test holds the contract to it. */
export const mintRules = [
  {
    id: "funds",
    title: "The wallet holds what it sends",
    facts: ({ balance, value, symbol }) =>
      `It holds ${coins(balance, symbol)} and would send ${coins(value, symbol)}, and the network's fee.`,
  },
  {
    id: "minting",
    error: "NotMinting",
    title: "The sale is on",
    facts: ({ sale }) => (sale.isMinting ? "Minting is on." : "Minting is off."),
  },
  {
    id: "quantity",
    error: "MintZeroQuantity",
    title: "At least one is asked for",
    facts: ({ qty }) => `The quantity is ${qty}.`,
  },
  {
    id: "batch",
    error: "PastBoundsOfBatchLimit",
    title: "Not more than one mint may have",
    facts: ({ qty, sale }) => `One mint may have up to ${sale.maxBatch}; the quantity is ${qty}.`,
  },
  {
    id: "authorization",
    error: "AuthenticationFailed",
    title: "The mint is authorised",
    facts: ({ sale }) =>
      `The collection's signer, ${sale.signer}, has to have signed this very mint, and it is used once.`,
  },
  {
    id: "payment",
    error: "NotEnoughEth",
    title: "The price is paid",
    facts: ({ qty, value, sale, symbol }) =>
      `${qty} × ${coins(sale.price, symbol)} is ${coins(qty * sale.price, symbol)}; ${coins(value, symbol)} would be sent.`,
  },
  {
    id: "hardLimit",
    error: "ExceedsAllowedBatch",
    title: "Not more than the contract ever mints at once",
    facts: ({ qty, sale }) =>
      `The contract never mints more than ${sale.hardBatchLimit} at once; the quantity is ${qty}.`,
  },
  {
    id: "phaseSupply",
    error: "PastSupply",
    title: "The phase has as many left",
    facts: ({ qty, sale: { phase } }) => {
      const length = phase.endPoint - phase.startingPoint;
      const left = length - phase.currentCount;
      return `“${phase.name}” has ${left} of ${length} left; the quantity is ${qty}.`;
    },
  },
  {
    id: "collectionSupply",
    error: "ExceedsCurrentSupply",
    title: "The collection has as many left",
    facts: ({ qty, sale }) =>
      `There are ${sale.totalSupply} drifters and may be ${sale.maxSupply}; the quantity is ${qty}.`,
  },
  {
    id: "receiver",
    error: "TransferToNonERC721ReceiverImplementer",
    title: "The wallet takes drifters",
    facts: () => "A wallet without code always does; a contract is asked for each.",
  },
  {
    id: "refund",
    error: "RefundFailed",
    title: "The wallet takes back what is too much",
    facts: ({ qty, value, sale, symbol }) => {
      const surplus = value - qty * sale.price;
      return surplus > 0n
        ? `${coins(surplus, symbol)} would come back.`
        : "Nothing would come back.";
    },
  },
] as const satisfies readonly MintRule[];

export type MintRuleId = (typeof mintRules)[number]["id"];

function coins(wei: bigint, symbol: string): string {
  return `${formatEther(wei)} ${symbol}`;
}
