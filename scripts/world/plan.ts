/** What a local world looks like when it has been brought up: plain data, nothing is done here. */
export interface WorldPlan {
  phases: PhasePlan[];
  /** Whether drifters can be minted at the end; they can unless this says no. */
  minting?: boolean;
  /** The phase at the end; without it, the last one in which something was minted. */
  currentPhase?: string;
  /** Contract wallets by name, for events to name as parties. */
  wallets?: Record<string, WalletPlan>;
  /** What happens after the sale, in order. */
  events?: EventPlan[];
  /** How many portraits are painted; further drifters share them. All of them without it. */
  paintedAtMost?: number;
  /** Whether the chain still answers at the end; it does unless this says no. */
  chain?: "up" | "down";
}

export interface PhasePlan {
  name: string;
  /** Token ids `[startingPoint, endPoint)`. */
  startingPoint: number;
  endPoint: number;
  /** Sales in order; ids are handed out from `startingPoint` upwards. More than a batch is several mints. */
  mints: { account: number; quantity: number }[];
  /** Accounts that get one drifter each as a gift, after the sales. */
  gifts: number[];
}

/** A contract that signs by ERC-1271 when both of its keepers, two accounts, have signed. */
export interface WalletPlan {
  keepers: [number, number];
}

/** One of Hardhat's accounts by its number, or a contract wallet by its name. */
export type Party = number | string;

export type EventPlan =
  /** The owner of that moment hands a drifter over. */
  | { transfer: { drifterId: number; to: Party } }
  /** The current owner saves a story, which replaces the previous one. */
  | { tell: { drifterId: number; narrative: string } }
  /** A moderator keeps a drifter's stories from readers. */
  | { hide: { drifterId: number; reason: string } };

/** Which of Hardhat's accounts plays which part. The others hold drifters, or hold none yet. */
export const roles = {
  /** Deploys and administers the collection. */
  administrator: 0,
  /** Its signature authorises mints. */
  signer: 1,
} as const;

/** How many drifters of `phase` the plan mints, gifts included. */
export function mintedInPhase(phase: PhasePlan): number {
  return phase.mints.reduce((sum, { quantity }) => sum + quantity, phase.gifts.length);
}

/** Every drifter that exists once the plan is carried out. */
export function mintedDrifters(plan: WorldPlan): { id: number; phase: string }[] {
  return plan.phases.flatMap((phase) =>
    Array.from({ length: mintedInPhase(phase) }, (_, index) => ({
      id: phase.startingPoint + index,
      phase: phase.name,
    })),
  );
}
