import fc from "fast-check";
import type { Action, Crowd } from "./crowd.ts";
import type { Violation } from "./invariants.ts";

/** Plays a crowd's actions again. @returns the violation of the invariant that is examined, if any. */
export type Replay = (crowd: Crowd) => Promise<Violation | undefined>;

/** The shortest crowd found that still breaks the invariant. */
export interface ShrunkSale {
  crowd: Crowd;
  violation: Violation;
  /** Number of wallets' and owner's actions, without the plan's calls. */
  length: number;
}

/**
 * Shrinks the actions that break an invariant: first to those of the wallet that breaks it, then by fast-check, which
 * leaves out actions and lowers quantities.
 */
export async function shrinkSale(
  crowd: Crowd,
  violation: Violation,
  replay: Replay,
): Promise<ShrunkSale> {
  let found: ShrunkSale = { crowd, violation, length: countActions(crowd) };
  async function breaks(actions: readonly Action[]): Promise<boolean> {
    const last = Math.max(...actions.filter(({ does }) => does !== "apply").map(({ at }) => at));
    const shorter = { ...crowd, actions: actions.filter(({ at }) => at <= last) };
    const again = await replay(shorter);
    if (again !== undefined)
      found = { crowd: shorter, violation: again, length: countActions(shorter) };
    return again !== undefined;
  }
  for (const keep of candidates(crowd, violation)) {
    if (await breaks(crowd.actions.filter(keep))) break;
  }
  const { actions } = found.crowd;
  const arbitrary = fc.tuple(
    ...actions.map((action) =>
      fc.record({
        isKept: fc.boolean(),
        qty: fc.integer({ min: 1, max: "qty" in action ? action.qty : 1 }),
      }),
    ),
  );
  const whole = actions.map((action) => ({ isKept: true, qty: "qty" in action ? action.qty : 1 }));
  const property = fc.asyncProperty(arbitrary, async (choices) => {
    const kept = actions.flatMap((action, index): Action[] => {
      const { isKept = false, qty = 1 } = choices[index] ?? {};
      if (action.does === "apply") return [action];
      if (!isKept) return [];
      return action.does === "request" ? [{ ...action, qty }] : [action];
    });
    return countActions({ ...crowd, actions: kept }) === 0 || !(await breaks(kept));
  });
  await fc.check(property, { examples: [[whole]], numRuns: 1, endOnFailure: false });
  return found;
}

/** Returns filters of actions that probably break the invariant alone, the narrowest first. */
function candidates({ wallets }: Crowd, { mint }: Violation): ((action: Action) => boolean)[] {
  const wallet = wallets.findIndex(({ address }) => address === mint?.minter);
  if (mint === undefined || wallet === -1) return [];
  const isTimely = ({ at }: Action) => at <= Number(mint.timestamp);
  const isOwners = ({ does }: Action) => does === "apply";
  const isWallets = (action: Action) => "wallet" in action && action.wallet === wallet;
  return [
    (action) => isTimely(action) && (isOwners(action) || isWallets(action)),
    (action) => isTimely(action) && (!("wallet" in action) || isWallets(action)),
    isTimely,
  ];
}

/** Returns the number of actions that are not the plan's own calls. */
export function countActions({ actions }: Crowd): number {
  return actions.filter(({ does }) => does !== "apply").length;
}
