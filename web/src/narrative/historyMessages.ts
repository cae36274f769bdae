export const historyMessages = {
  failed: "The history failed to load. Check your connection, then try again.",
  none: "The service keeps no history of this story.",
};

export const proofMessages = {
  none: "The service has no proof of this story.",
  failed: "The check did not finish, so the proof is neither confirmed nor refuted.",
  unreachable:
    "This site's node can't be read: try again later, or run npm run verify with a node of your own.",
  unproved: "No problems found, but some checks couldn't run.",
  /** States a proof's result. @param basis host of the node that the result depends on, and the block. */
  proof(isValid: boolean, basis?: { node: string; block: number }): string {
    const result = `This proof is ${isValid ? "valid" : "invalid"}`;
    return basis
      ? `${result}, if the node at ${basis.node} tells the truth about block ${basis.block}.`
      : `${result}.`;
  },
};
