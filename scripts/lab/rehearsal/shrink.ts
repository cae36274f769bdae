import fc from "fast-check";
import type { Action, Crowd } from "./crowd.ts";
import type { Violation } from "./invariants.ts";

/** Replays a crowd's actions. @returns the violation of the examined invariant, if any. */
export type Replay = (crowd: Crowd) => Promise<Violation | undefined>;

/** The shortest crowd found that still breaks the invariant. */
export interface ShrunkSale {
  crowd: Crowd;
  violation: Violation;
  /** Number of actions that the plan does not require. */
  length: number;
}

/**
 * Shrinks the actions that break an invariant: first to the violating wallet's actions, then with fast-check, which
 * omits actions and lowers quantities.
 */
export async function shrinkSale(
  crowd: Crowd,
  violation: Violation,
  replay: Replay,
): Promise<ShrunkSale> {
  let found: ShrunkSale = { crowd, violation, length: countActions(crowd) };
  let replays = 0;
  async function breaks(actions: readonly Action[]): Promise<boolean> {
    const last = Math.max(...actions.filter(isFree).map(({ at }) => at));
    const shorter = { ...crowd, actions: actions.filter(({ at }) => at <= last) };
    const length = countActions(shorter);
    replays += 1;
    const again = length === 0 || replays > maxReplays ? undefined : await replay(shorter);
    if (again !== undefined) found = { crowd: shorter, violation: again, length };
    return again !== undefined;
  }
  for (const keep of candidates(crowd, violation)) {
    if (await breaks(crowd.actions.filter(keep))) break;
  }
  const { actions } = found.crowd;
  const free = actions.filter(isFree);
  const quantities = free.map((action) => ("qty" in action ? action.qty : 1));
  const arbitrary = fc.tuple(
    ...quantities.map((qty) =>
      fc.record({ isIncluded: fc.boolean(), qty: fc.integer({ min: 1, max: qty }) }),
    ),
  );
  const property = fc.asyncProperty(arbitrary, async (choices) => {
    const kept = actions.flatMap((action): Action[] => {
      const choice = choices[free.indexOf(action)];
      if (choice === undefined) return [action];
      if (!choice.isIncluded) return [];
      return action.does === "request" ? [{ ...action, qty: choice.qty }] : [action];
    });
    return !(await breaks(kept));
  });
  const whole = quantities.map((qty) => ({ isIncluded: true, qty }));
  await fc.check(property, { examples: [[whole]], numRuns: 1 });
  return found;
}

/** Limits replays rather than time, so that the same seed gives the same result on every machine. */
const maxReplays = 300;

/** Returns filters for actions that probably suffice to break the invariant, narrowest first. */
function candidates({ wallets }: Crowd, { mint }: Violation): ((action: Action) => boolean)[] {
  const wallet = wallets.findIndex(({ address }) => address === mint?.minter);
  if (mint === undefined || wallet === -1) return [];
  const isTimely = ({ at }: Action) => at <= Number(mint.timestamp);
  const isWallets = (action: Action) => "wallet" in action && action.wallet === wallet;
  return [
    (action) => isTimely(action) && (!isFree(action) || isWallets(action)),
    (action) => isTimely(action) && (!("wallet" in action) || isWallets(action)),
    isTimely,
  ];
}

/** Returns whether an action can be omitted because the plan does not require it. */
function isFree({ does }: Action): boolean {
  return does !== "apply";
}

/** Returns the number of actions that the plan does not require. */
export function countActions({ actions }: Crowd): number {
  return actions.filter(isFree).length;
}
