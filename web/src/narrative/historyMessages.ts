export const historyMessages = {
  failed: "The history failed to load. Check your connection, then try again.",
  none: "The service has no history for this story.",
};

export const proofMessages = {
  none: "The service has no proof for this story.",
  failed: "The check did not finish, so the proof is neither confirmed nor refuted.",
  unreachable:
    "Can't reach this site's node. Try again later, or run npm run verify with your own node.",
  unproved: "No problems found, but some checks couldn't run.",
  /** States a proof's result. @param basis host of the node that the result depends on, and the block. */
  proof(
    isValid: boolean,
    passed: number,
    total: number,
    basis?: { node: string; block: number },
  ): string {
    const result = `${isValid ? "Valid" : "Invalid"}. ${passed} of ${total} checks passed`;
    return basis
      ? `${result}, if the node at ${basis.node} is right about block ${basis.block}.`
      : `${result}.`;
  },
};
