import type { DrifterId } from "#protocol/drifterId";
import { localAccount } from "../../world/chain/localKeys.ts";
import { mintedDrifters, type WorldPlan } from "../../world/plan.ts";

/** Number of drifters; no two writers share one. */
export const drifterCount = 24;

/** Index of the Hardhat account that owns all drifters. */
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
