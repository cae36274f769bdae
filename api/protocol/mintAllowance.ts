/** A wallet's last mint until it has enough blocks: up to then it counts as the most that was signed for it. */
export interface MintConfirmation {
  /** Blocks that it has, its own included. */
  blocks: number;
  /** Blocks that it needs. */
  of: number;
  /** How many the wallet may mint after that. */
  leftAfter: number;
}

/** What the service's policy leaves a wallet in the phase that is sold. */
export interface MintAllowance {
  phase: string;
  /** How many it may mint there in total; 0 if the phase is closed or the wallet is not listed. */
  allowance: number;
  /** How many it may still mint; what is signed and not used does not count. */
  left: number;
  /** Present while more will be left once the last mint has enough blocks. */
  confirming?: MintConfirmation;
}

/** `Your last mint is being confirmed (4 of 12 blocks); you may mint 3 more after that.` */
export function describeConfirmation({ blocks, of, leftAfter }: MintConfirmation): string {
  return `Your last mint is being confirmed (${blocks} of ${of} blocks); you may mint ${leftAfter} more after that.`;
}
