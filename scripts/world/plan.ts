/** State of a local world after its start, as plain data. */
export interface WorldPlan {
  phases: PhasePlan[];
  /** Whether minting is on at the end; true by default. */
  minting?: boolean;
  /** The phase at the end; by default the last one with a mint. */
  currentPhase?: string;
  /** Contract wallets by name, to which events refer. */
  wallets?: Record<string, WalletPlan>;
  /** What happens after the sale, in order. */
  events?: EventPlan[];
  /** Maximum number of portraits, which further drifters share; unlimited by default. */
  paintedAtMost?: number;
  /** Whether the chain is reachable at the end; "up" by default. */
  chain?: "up" | "down";
}

export interface PhasePlan {
  name: string;
  /** Token IDs `[startingPoint, endPoint)`. */
  startingPoint: number;
  endPoint: number;
  /** Sales in order; IDs are assigned from `startingPoint` upwards. Quantities above the batch limit are split. */
  mints: { account: number; quantity: number }[];
  /** Accounts that receive one drifter each as a gift, after the sales. */
  gifts: number[];
}

/** A contract wallet whose ERC-1271 signature combines those of two accounts. */
export interface WalletPlan {
  keepers: [number, number];
}

/** One of Hardhat's accounts by its number, or a contract wallet by its name. */
export type Party = number | string;

export type EventPlan =
  /** The current owner transfers a drifter. */
  | { transfer: { drifterId: number; to: Party } }
  /** The current owner saves a story, which replaces the previous one. */
  | { tell: { drifterId: number; narrative: string } }
  /** A moderator hides a drifter's stories. */
  | { hide: { drifterId: number; reason: string } };

/** Hardhat's accounts with a role. The others own drifters or none. */
export const roles = {
  /** Deploys and administers the collection. */
  administrator: 0,
  /** Its signature authorises mints. */
  signer: 1,
} as const;

/** Returns how many drifters of `phase` the plan mints, gifts included. */
export function mintedInPhase(phase: PhasePlan): number {
  return phase.mints.reduce((sum, { quantity }) => sum + quantity, phase.gifts.length);
}

/** Returns every drifter that the plan mints. */
export function mintedDrifters(plan: WorldPlan): { id: number; phase: string }[] {
  return plan.phases.flatMap((phase) =>
    Array.from({ length: mintedInPhase(phase) }, (_, index) => ({
      id: phase.startingPoint + index,
      phase: phase.name,
    })),
  );
}
