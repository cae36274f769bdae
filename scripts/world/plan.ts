/** What the local world looks like when it has been brought up: plain data, nothing is done here. */
export interface WorldPlan {
  phases: PhasePlan[];
}

export interface PhasePlan {
  name: string;
  /** Token ids `[startingPoint, endPoint)`. */
  startingPoint: number;
  endPoint: number;
  /** Sales in order; ids are handed out from `startingPoint` upwards. */
  mints: { account: number; quantity: number }[];
  /** Accounts that get one drifter each as a gift, after the sales. */
  gifts: number[];
}

/** Which of Hardhat's accounts plays which part. The others hold drifters, or hold none yet. */
export const roles = {
  /** Deploys and administers the collection. */
  administrator: 0,
  /** Its signature authorises mints. */
  signer: 1,
} as const;

/** The world of `npm start`: one phase sold out, one running, one to come. */
export const standardPlan: WorldPlan = {
  phases: [
    {
      name: "First Dust",
      startingPoint: 1,
      endPoint: 49,
      mints: [
        { account: 2, quantity: 9 },
        { account: 3, quantity: 12 },
        { account: 4, quantity: 3 },
        { account: 5, quantity: 8 },
        { account: 2, quantity: 2 },
        { account: 6, quantity: 5 },
        { account: 7, quantity: 5 },
      ],
      gifts: [8, 3, 9, 6],
    },
    {
      name: "Lantern Season",
      startingPoint: 101,
      endPoint: 161,
      mints: [
        { account: 3, quantity: 4 },
        { account: 10, quantity: 10 },
        { account: 4, quantity: 6 },
        { account: 11, quantity: 1 },
        { account: 7, quantity: 7 },
        { account: 12, quantity: 9 },
      ],
      gifts: [2, 8, 13],
    },
    { name: "The Long Crossing", startingPoint: 201, endPoint: 401, mints: [], gifts: [] },
  ],
};

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
