/** Why a token has no metadata. */
export interface Missing {
  isMinted: boolean;
  /** Sentence for the page. */
  reason: string;
}

export const notMinted: Missing = { isMinted: false, reason: "Not minted yet." };

/** Returns the query key of why a token has no metadata. */
export function missingQueryKey(drifterId: string) {
  return ["missing", drifterId] as const;
}
