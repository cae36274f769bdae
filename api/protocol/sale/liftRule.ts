import type { MintRuleId } from "./mintRules.ts";
import type { MintTrial } from "./mintTrial.ts";
import type { SaleCall } from "./saleCalls.ts";

/** What makes a trial pass the rule that has refused it. */
export interface Lift {
  change: Partial<MintTrial>;
  /** Rules that the change leaves nothing to ask of, and why. */
  moot?: Partial<Record<MintRuleId, string>>;
}

/** Far above all coins of any chain, and far from the end of 256 bits. */
const mostWei = 2n ** 128n;

const lifts: Readonly<Record<MintRuleId, (trial: MintTrial) => Lift | undefined>> = {
  funds: () => ({ change: {} }),
  minting: (trial) => withCalls(trial, { functionName: "toggleMint", args: [] }),
  quantity: (trial) => ({
    change: ofQuantity(trial, 1n),
    moot: {
      authorization: "There is no mint to authorise.",
      payment: "There is nothing to pay.",
    },
  }),
  batch: (trial) => withCalls(trial, { functionName: "adjustMaxBatch", args: [trial.qty] }),
  authorization: () => ({ change: { authorization: "stand-in" } }),
  payment({ qty, sale }) {
    const value = qty * sale.price;
    return value > mostWei ? undefined : { change: { value } };
  },
  hardLimit: (trial) => ({ change: ofQuantity(trial, trial.sale.hardBatchLimit) }),
  phaseSupply(trial) {
    const { name, calls } = roomyPhase(trial);
    return {
      change: { ...withCalls(trial, ...calls).change, phase: name, authorization: "stand-in" },
    };
  },
  collectionSupply: () => undefined,
  receiver: () => ({
    change: { isPlain: true },
    moot: { refund: "A wallet that takes no drifters is not paid anything back." },
  }),
  refund: () => ({ change: {} }),
};

/** How a trial passes the rule that has refused it; undefined if nothing lifts that rule. */
export function liftRule(rule: MintRuleId, trial: MintTrial): Lift | undefined {
  return lifts[rule](trial);
}

function withCalls(trial: MintTrial, ...calls: SaleCall[]): Lift {
  return { change: { calls: [...trial.calls, ...calls] } };
}

/** The mint of another quantity, authorised and paid for. */
function ofQuantity({ sale }: MintTrial, qty: bigint): Partial<MintTrial> {
  return { qty, value: qty * sale.price, authorization: "stand-in" };
}

/** A phase that nobody has, with ids that nobody has, long enough for any mint. */
function roomyPhase({ sale }: MintTrial): { name: string; calls: SaleCall[] } {
  const name = "rehearsal: a phase that nobody has";
  const start = 2n ** 63n;
  return {
    name,
    calls: [
      { functionName: "adjustPhases", args: [name, start, start + sale.maxSupply] },
      { functionName: "changePhase", args: [name] },
    ],
  };
}
