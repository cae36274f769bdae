import type { MintConfirmation } from "#protocol/wire/responses";

/** Describes a confirmation: `Your last mint is being confirmed (4 of 12 blocks); you may mint 3 more after that.` */
export function describeConfirmation({ blocks, of, leftAfter }: MintConfirmation): string {
  return `Your last mint is being confirmed (${blocks} of ${of} blocks); you may mint ${leftAfter} more after that.`;
}
