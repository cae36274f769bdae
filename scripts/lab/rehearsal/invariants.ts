import { formatEtherAmount } from "#protocol/values/ether";
import { formatMoment } from "#protocol/values/moment";
import { phaseTitle } from "#sale/phaseRange";
import { findTime } from "#sale/phaseTimes";
import type { SalePhase, SalePlan } from "#service/settings";
import { plannedAllowance } from "./crowd.ts";
import type { Mint, SaleEvents } from "./saleEvents.ts";

/** An invariant, with its first violation, if any. */
export interface InvariantResult {
  name: InvariantName;
  title: string;
  violation?: Violation | undefined;
}

export interface Violation {
  /** One sentence that describes the violation. */
  text: string;
  /** The mint that breaks the invariant; absent if no single mint does. */
  mint?: Mint;
}

/** Checks the chain's events against the plan. */
type Check = (plan: SalePlan, events: SaleEvents) => Violation | undefined;

const invariants = {
  allowance: { title: "Nobody minted above the allowance", check: findExcess },
  times: { title: "Nobody minted outside the phase's times", check: findOutside },
  price: { title: "Nobody minted at a price other than the plan's", check: findOtherPrice },
  money: { title: "The income equals the sum of all mint prices", check: findDifference },
  ids: { title: "Every token has a unique ID in a planned phase", check: findStray },
} as const satisfies Record<string, { title: string; check: Check }>;

export type InvariantName = keyof typeof invariants;

// Safety: the table has no other keys.
const names = Object.keys(invariants) as InvariantName[];

export function checkInvariants(plan: SalePlan, events: SaleEvents): InvariantResult[] {
  return names.map((name) => {
    const { title, check } = invariants[name];
    return { name, title, violation: check(plan, events) };
  });
}

/** Returns the planned phase that contains a mint's first token; undefined if there is none. */
export function findPhase(plan: SalePlan, { tokenIds: [first = 0n] }: Mint): SalePhase | undefined {
  return [...plan.values()].find(
    ({ startingPoint, endPoint }) => startingPoint <= first && first < endPoint,
  );
}

/** Returns a violation for the first mint in a planned phase that `describe` returns a sentence for. */
function findMint(
  plan: SalePlan,
  { mints }: SaleEvents,
  describe: (mint: Mint, phase: SalePhase) => string | undefined,
): Violation | undefined {
  for (const mint of mints) {
    const phase = findPhase(plan, mint);
    const text = phase && describe(mint, phase);
    if (text !== undefined) return { text, mint };
  }
  return undefined;
}

function findExcess(plan: SalePlan, events: SaleEvents): Violation | undefined {
  const minted = new Map<string, number>();
  return findMint(plan, events, ({ minter, tokenIds }, phase) => {
    const key = JSON.stringify([phase.name, minter]);
    const total = (minted.get(key) ?? 0) + tokenIds.length;
    minted.set(key, total);
    const allowance = plannedAllowance(phase, minter);
    if (total <= allowance) return undefined;
    return `${minter} minted ${total} in ${phaseTitle(phase.name)}; its allowance is ${allowance}.`;
  });
}

function findOutside(plan: SalePlan, events: SaleEvents): Violation | undefined {
  return findMint(plan, events, ({ minter, timestamp }, phase) => {
    const time = findTime(phase, timestamp);
    if (time === "open") return undefined;
    const moment = time === "early" ? phase.opensAt : phase.closesAt;
    const verb = time === "early" ? "opens" : "closes";
    return `${minter} minted in ${phaseTitle(phase.name)} at ${formatMoment(timestamp)}; it ${verb} at ${formatMoment(moment ?? timestamp)}.`;
  });
}

function findOtherPrice(plan: SalePlan, events: SaleEvents): Violation | undefined {
  return findMint(plan, events, ({ minter, price }, phase) => {
    if (price === phase.price) return undefined;
    return `${minter} minted in ${phaseTitle(phase.name)} at ${formatEtherAmount(price)}; the plan's price is ${formatEtherAmount(phase.price)}.`;
  });
}

/** Compares the contract's income with the on-chain price at each mint. */
function findDifference(_: SalePlan, { mints, money }: SaleEvents): Violation | undefined {
  const expected = mints.reduce(
    (sum, { price, tokenIds }) => sum + price * BigInt(tokenIds.length),
    0n,
  );
  const income = money.after + money.withdrawn - money.before;
  if (income === expected) return undefined;
  return {
    text: `The contract received ${formatEtherAmount(income)}; the minted tokens cost ${formatEtherAmount(expected)}.`,
  };
}

function findStray(plan: SalePlan, { mints }: SaleEvents): Violation | undefined {
  const seen = new Set<bigint>();
  for (const mint of mints) {
    const phase = findPhase(plan, mint);
    for (const id of mint.tokenIds) {
      const isPlanned = phase && phase.startingPoint <= id && id < phase.endPoint;
      if (!isPlanned) return { text: `Token ${id} is in no planned phase.`, mint };
      if (seen.has(id)) return { text: `Token ${id} was minted twice.`, mint };
      seen.add(id);
    }
  }
  return undefined;
}
