import type { DrifterId } from "#protocol/drifterId";
import { localAccount } from "../../world/chain/localKeys.ts";
import { mintedDrifters, type WorldPlan } from "../../world/plan.ts";

/** How many drifters there are to read and to write about: no two writers share one. */
export const drifterCount = 24;

/** Who owns all drifters, as a number of Hardhat's accounts. */
const owner = 2;

/** The collection under load. */
export const loadPlan: WorldPlan = {
  phases: [
    {
      name: "Load",
      startingPoint: 1,
      endPoint: 1 + drifterCount,
      mints: [{ account: owner, quantity: drifterCount }],
      gifts: [],
    },
  ],
  paintedAtMost: 6,
};

export const drifterIds: readonly DrifterId[] = mintedDrifters(loadPlan).map(({ id }) =>
  String(id),
);

/** The wallet that signs for every drifter. */
export const ownerWallet = localAccount(owner);
