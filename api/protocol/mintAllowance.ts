/** A wallet's last mint while it is not final; it then counts as the largest quantity signed. */
export interface MintConfirmation {
  /** Confirmations so far, its own block included. */
  blocks: number;
  /** Required confirmations. */
  of: number;
  /** How many the wallet may mint after that. */
  leftAfter: number;
}

/** A wallet's allowance in the current phase under the service's policy. */
export interface MintAllowance {
  phase: string;
  /** How many it may mint there in total; 0 if the phase is closed or the wallet is not listed. */
  allowance: number;
  /** Remaining allowance; unused authorisations do not reduce it. */
  left: number;
  /** Present while more will be left once the last mint has enough blocks. */
  confirming?: MintConfirmation;
}

/** `Your last mint is being confirmed (4 of 12 blocks); you may mint 3 more after that.` */
export function describeConfirmation({ blocks, of, leftAfter }: MintConfirmation): string {
  return `Your last mint is being confirmed (${blocks} of ${of} blocks); you may mint ${leftAfter} more after that.`;
}
