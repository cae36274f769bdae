import { type ReceiptStep, receiptProof } from "#protocol/receipt";

/**
 * Says in a sentence what the steps of a receipt prove, and that some of them rest on the node.
 *
 * @param node host of the RPC endpoint.
 */
export function proofSentence(steps: readonly ReceiptStep[], node: string, block: number): string {
  const ofNode = steps.filter(isNodes);
  switch (receiptProof(steps)) {
    case "proved":
      return `This receipt is valid, if the node at ${node} tells the truth about block ${block}.`;
    case "unproved":
      return "No problems found, but some checks couldn't run.";
    case "false":
      return ofNode.filter(isFailed).length === steps.filter(isFailed).length
        ? `This receipt is invalid, if the node at ${node} tells the truth about block ${block}.`
        : "This receipt is invalid.";
  }
}

/** Whether a step's result rests on what the node returned. */
export function isNodes({ basis }: ReceiptStep): boolean {
  return basis !== "receipt";
}

function isFailed({ outcome }: ReceiptStep): boolean {
  return outcome === "failed";
}
