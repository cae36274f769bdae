import type { DrifterId } from "#protocol/drifterId";
import { type Collection, type ReceiptStep, receiptProof } from "#protocol/receipt";
import { encodeLink, withoutText } from "#protocol/receiptChain";
import type { NarrativeRecord, TextlessReceipt } from "#protocol/responses";
import { verifiedReceipts } from "./proveReceipts.ts";
import type { ServedChains } from "./servedChains.ts";

/** What became of a receipt of the older copy. */
export type Fate = "kept" | "hidden" | "missing" | "dropped" | "altered" | "moved" | "unproved";

/** A receipt of the older copy that is not simply kept. */
export interface Finding {
  drifterId: DrifterId;
  revision: number;
  fate: Exclude<Fate, "kept">;
  /** In a sentence. */
  text: string;
}

/** Fates that prove that the service has taken something back. */
export const convicting: readonly Fate[] = ["dropped", "altered", "moved"];

/**
 * Compares an older copy of receipts with the chains that a service serves now.
 *
 * @param onFinding called for each receipt that is not simply kept.
 * @returns the number of receipts of each fate.
 */
export async function compareCopy(
  copy: AsyncIterable<NarrativeRecord>,
  collection: Collection,
  served: ServedChains,
  onFinding: (finding: Finding) => void,
): Promise<Record<Fate, number>> {
  const fates = ["kept", "hidden", "missing", "dropped", "altered", "moved", "unproved"] as const;
  // Safety: the list has every fate.
  const tally = Object.fromEntries(fates.map((fate) => [fate, 0])) as Record<Fate, number>;
  // A receipt that anybody could have made proves nothing about the service.
  for await (const { receipt, steps } of verifiedReceipts(copy, collection, undefined)) {
    const { drifterId, revision } = receipt;
    const [fate, text] = await fateOf(receipt, steps, served);
    tally[fate] += 1;
    if (fate !== "kept") onFinding({ drifterId, revision, fate, text });
  }
  return tally;
}

async function fateOf(
  receipt: NarrativeRecord,
  steps: readonly ReceiptStep[],
  served: ServedChains,
): Promise<[fate: Fate, text: string]> {
  if (receiptProof(steps) === "false") {
    const fault = steps.find(({ outcome }) => outcome === "failed");
    return ["unproved", `The older copy's receipt is false: ${fault?.name}: ${fault?.finding}`];
  }
  const chain = await served.chain(receipt.drifterId);
  const links = chain?.links ?? [];
  const older = withoutText(receipt);
  const link = links[receipt.revision - 1];
  if (link && "isMissing" in link) {
    return ["missing", "The service says that its file was corrupt and set aside."];
  }
  if (link && encodeLink(link) === encodeLink(older)) {
    return chain?.isHidden
      ? ["hidden", "The service hides its text, but still has the same one."]
      : ["kept", ""];
  }
  const elsewhere = links.find(
    (each) =>
      !("isMissing" in each) &&
      each.revision !== older.revision &&
      each.narrativeHash === older.narrativeHash &&
      each.author === older.author,
  );
  if (elsewhere) return ["moved", `The service has it as revision ${elsewhere.revision}.`];
  if (link === undefined) {
    const first = `its ${links.length} first revisions only`;
    return [
      "dropped",
      `The service has ${links.length === 0 ? "no receipts of this drifter" : first}.`,
    ];
  }
  // Safety: an object's own keys.
  const fields = (Object.keys(older) as (keyof TextlessReceipt)[]).filter(
    (field) => older[field] !== link[field],
  );
  const differences = fields.map((field) => `${field} ${older[field]} → ${link[field]}`);
  return ["altered", `The service has other values: ${differences.join(", ")}.`];
}
