import { mintErrors } from "#chain/errors";
import { formatCount, smaller } from "#protocol/values/bigints";
import { formatEtherAmount } from "#protocol/values/ether";
import { nouns } from "#protocol/values/noun";
import type { ContractErrorName } from "./contractErrors.ts";
import type { SaleCall } from "./saleCalls.ts";
import type { QuantityFacts, SaleFacts } from "./saleFacts.ts";
import type { SimulatedMint } from "./simulateMint.ts";

/** Facts about the wallet, and the symbol of the chain's currency. */
export interface WalletFacts {
  /** Balance of the wallet, in wei. */
  balance: bigint;
  symbol: string;
}

/** A rule's input: the mint, and the sale at the same block. */
export interface MintCase extends WalletFacts {
  qty: bigint;
  /** Value sent, in wei. */
  value: bigint;
  sale: SaleFacts;
}

/** Name of the error with which a contract rule reverts. */
export type MintError = (typeof mintErrors)[number];
export type MintRuleId = "funds" | MintError;

/** A change to a simulated mint that makes a failed rule pass, so that the simulation reaches later rules. */
export interface Hypothesis {
  change: Partial<SimulatedMint>;
  /** Later rules that are meaningless after the change, with the reasons. */
  skipped?: Partial<Record<MintRuleId, string>>;
}

interface MintRuleBase {
  title: string;
  /** States the compared values in a sentence that is true whether the rule passes or fails. */
  facts(mintCase: MintCase): string;
  /** Returns the maximum quantity that passes this rule; absent unless the rule limits the quantity. */
  maxQuantity?(sale: QuantityFacts): bigint;
  /** Returns why every mint currently fails, and what to wait for; undefined if a mint can pass this rule. */
  blocks?(sale: SaleFacts): string | undefined;
  /** Returns a change that makes the rule pass; undefined if no change can. */
  hypothesis(simulation: SimulatedMint): Hypothesis | undefined;
}

/** Value in wei above any balance on any chain, and far below 2^256. */
const maxValue = 2n ** 128n;

const funds: MintRuleBase = {
  title: "The wallet can pay",
  facts: ({ balance, value, symbol }) =>
    `The wallet holds ${formatEtherAmount(balance, symbol)}, and the mint costs ${formatEtherAmount(value, symbol)} plus the network fee.`,
  hypothesis: () => ({ change: {} }),
};

/** Rules by mint error. A missing rule for an error in the interface's `@custom:mint-reverts` is a type error. */
const contractRules: Readonly<Record<MintError, MintRuleBase>> = {
  NotMinting: {
    title: "Minting is on",
    facts: ({ sale }) =>
      sale.isMinting ? "The collection's owner turned it on." : "Minting is off.",
    blocks: ({ isMinting }) =>
      isMinting ? undefined : "Minting is off. Wait until the collection's owner turns it on.",
    hypothesis: (simulation) => afterCalls(simulation, { functionName: "toggleMint", args: [] }),
  },
  MintZeroQuantity: {
    title: "The quantity is at least 1",
    facts: ({ qty }) => `The quantity is ${qty}.`,
    hypothesis: (simulation) => ({
      change: changeQuantity(simulation, 1n),
      skipped: {
        AuthenticationFailed: "A mint of 0 needs no authorization.",
        NotEnoughEth: "A mint of 0 costs nothing.",
      },
    }),
  },
  PastBoundsOfBatchLimit: {
    title: "Within the maximum per mint",
    facts: ({ qty, sale }) => `The maximum per mint is ${sale.maxBatch}; the quantity is ${qty}.`,
    maxQuantity: ({ maxBatch }) => maxBatch,
    blocks: ({ maxBatch }) =>
      maxBatch > 0n
        ? undefined
        : "The maximum per mint is 0. Wait until the collection's owner raises it.",
    hypothesis: (simulation) =>
      afterCalls(simulation, { functionName: "adjustMaxBatch", args: [simulation.qty] }),
  },
  AuthenticationFailed: {
    title: "The mint is authorized",
    facts: ({ sale }) =>
      `The collection's signer, ${sale.signer}, signs each mint; a signature is valid once.`,
    hypothesis: () => ({ change: { authorization: "stand-in" } }),
  },
  NotEnoughEth: {
    title: "The price is paid",
    facts: ({ qty, value, sale, symbol }) =>
      `${qty} × ${formatEtherAmount(sale.price, symbol)} is ${formatEtherAmount(qty * sale.price, symbol)}; the transaction sends ${formatEtherAmount(value, symbol)}.`,
    hypothesis({ qty, sale }) {
      const value = qty * sale.price;
      return value > maxValue ? undefined : { change: { value } };
    },
  },
  ExceedsAllowedBatch: {
    title: "Within the contract's limit for one transaction",
    facts: ({ qty, sale }) =>
      `The contract never mints more than ${sale.hardBatchLimit} at once; the quantity is ${qty}.`,
    maxQuantity: ({ hardBatchLimit }) => hardBatchLimit,
    hypothesis: (simulation) => ({
      change: changeQuantity(simulation, simulation.sale.hardBatchLimit),
    }),
  },
  PastSupply: {
    title: "Enough supply left in this phase",
    facts({ qty, sale }) {
      const { total, left } = phaseSupply(sale);
      return `“${sale.phase.name}” has ${formatCount(left)} of ${formatCount(total)} left; the quantity is ${qty}.`;
    },
    maxQuantity: (sale) => phaseSupply(sale).left,
    blocks(sale) {
      const { total, left } = phaseSupply(sale);
      const { name } = sale.phase;
      if (total === 0n) {
        return `“${name}” has no ${nouns} to sell yet. Wait until the collection's owner adds some.`;
      }
      return left === 0n ? `“${name}” is sold out. Wait for the next phase.` : undefined;
    },
    hypothesis(simulation) {
      const { name, calls } = unusedPhase(simulation);
      const { change } = afterCalls(simulation, ...calls);
      return { change: { ...change, phase: name, authorization: "stand-in" } };
    },
  },
  ExceedsCurrentSupply: {
    title: "Enough supply left in the collection",
    facts: ({ qty, sale }) =>
      `${formatCount(sale.totalSupply)} of at most ${formatCount(sale.maxSupply)} ${nouns} are minted; the quantity is ${qty}.`,
    maxQuantity: ({ maxSupply, totalSupply }) => maxSupply - totalSupply,
    blocks: ({ maxSupply, totalSupply }) =>
      totalSupply < maxSupply ? undefined : "The collection is sold out.",
    hypothesis: () => undefined,
  },
  TransferToNonERC721ReceiverImplementer: {
    title: "Recipient accepts ERC-721 tokens",
    facts: () => "A wallet without code accepts them; a contract must accept each one.",
    hypothesis: () => ({
      change: { isPlain: true },
      skipped: { RefundFailed: "A wallet that rejects the tokens gets no refund." },
    }),
  },
  RefundFailed: {
    title: "The wallet accepts refunds",
    facts({ qty, value, sale, symbol }) {
      const surplus = value - qty * sale.price;
      return surplus > 0n
        ? `${formatEtherAmount(surplus, symbol)} is refunded.`
        : "There is no refund.";
    },
    hypothesis: () => ({ change: {} }),
  },
};

export interface MintRule extends MintRuleBase {
  id: MintRuleId;
  /** The contract's error; undefined for the first rule (funds), which the network enforces. */
  error?: ContractErrorName;
}

/** Mint rules in the order in which the contract checks them, defined by `@custom:mint-reverts`. */
export const mintRules = listMintRules(mintErrors);

/** Leaves out an error without a rule: the contract has just been saved with it, before the rule is written. */
export function listMintRules(errors: readonly MintError[]): readonly MintRule[] {
  const listed = errors.filter((error) => Object.hasOwn(contractRules, error));
  return [
    { id: "funds", ...funds },
    ...listed.map((error) => ({ id: error, error, ...contractRules[error] })),
  ];
}

/** Returns the maximum quantity per mint for any wallet; 0n while minting is not possible. */
export function maxMintQuantity(sale: QuantityFacts): bigint {
  const limits = mintRules.flatMap((rule) => rule.maxQuantity?.(sale) ?? []);
  return limits.reduce(smaller);
}

/** Returns why minting is not possible and what to wait for, in two sentences; undefined if minting is possible. */
export function saleBlockingReason(sale: SaleFacts): string | undefined {
  for (const rule of mintRules) {
    const reason = rule.blocks?.(sale);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Returns the active phase's total and remaining number of IDs. */
export function phaseSupply({ phase }: Pick<SaleFacts, "phase">): { total: bigint; left: bigint } {
  const total = phase.endPoint - phase.startingPoint;
  return { total, left: total - phase.currentCount };
}

function afterCalls(simulation: SimulatedMint, ...calls: SaleCall[]): Hypothesis {
  return { change: { calls: [...simulation.calls, ...calls] } };
}

/** Changes a simulated mint's quantity, with a matching authorization and payment. */
function changeQuantity({ sale }: SimulatedMint, qty: bigint): Partial<SimulatedMint> {
  return { qty, value: qty * sale.price, authorization: "stand-in" };
}

/** Returns a phase with unused IDs that is long enough for any mint. */
function unusedPhase({ sale }: SimulatedMint): { name: string; calls: SaleCall[] } {
  const name = "simulated phase";
  const start = 2n ** 63n;
  return {
    name,
    calls: [
      { functionName: "adjustPhases", args: [name, start, start + sale.maxSupply] },
      { functionName: "changePhase", args: [name] },
    ],
  };
}
