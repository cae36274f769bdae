import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { type Collection, type ReceiptStep, receiptProof } from "#protocol/receipt";
import {
  type ChainLink,
  encodeLink,
  type TextlessReceipt,
  withoutText,
} from "#protocol/receiptChain";
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
  const tally: Record<Fate, number> = {
    kept: 0,
    hidden: 0,
    missing: 0,
    dropped: 0,
    altered: 0,
    moved: 0,
    unproved: 0,
  };
  // A receipt that anybody could have made proves nothing about the service.
  for await (const { receipt, steps } of verifiedReceipts(copy, collection, undefined)) {
    const { drifterId, revision } = receipt;
    const { fate, text } = await fateOf(receipt, steps, served);
    tally[fate] += 1;
    if (fate !== "kept") onFinding({ drifterId, revision, fate, text });
  }
  return tally;
}

async function fateOf(
  receipt: NarrativeRecord,
  steps: readonly ReceiptStep[],
  served: ServedChains,
): Promise<{ fate: Fate; text: string }> {
  const fault = steps.find(({ outcome }) => outcome === "failed");
  if (receiptProof(steps) === "false") {
    return {
      fate: "unproved",
      text: `The older copy's receipt is false: ${fault?.name}: ${fault?.finding}`,
    };
  }
  const chain = await served.chain(receipt.drifterId);
  const older = withoutText(receipt);
  const link = chain?.links[receipt.revision - 1];
  if (link === undefined) return gone(chain?.links ?? [], older);
  if ("isMissing" in link) {
    return { fate: "missing", text: "The service says that its file was corrupt and set aside." };
  }
  if (encodeLink(link) !== encodeLink(older)) return replaced(chain?.links ?? [], link, older);
  return chain?.isHidden === true
    ? { fate: "hidden", text: "The service hides its text, but still has the same one." }
    : { fate: "kept", text: "" };
}

function gone(links: readonly ChainLink[], older: TextlessReceipt): { fate: Fate; text: string } {
  const elsewhere = revisionOf(links, older);
  if (elsewhere !== undefined) return moved(elsewhere);
  const served =
    links.length === 0 ? "no receipts of this drifter" : `its ${links.length} first revisions only`;
  return { fate: "dropped", text: `The service has ${served}.` };
}

function replaced(
  links: readonly ChainLink[],
  link: TextlessReceipt,
  older: TextlessReceipt,
): { fate: Fate; text: string } {
  const elsewhere = revisionOf(links, older);
  if (elsewhere !== undefined) return moved(elsewhere);
  // Safety: an object's own keys.
  const fields = (Object.keys(older) as (keyof TextlessReceipt)[]).filter(
    (field) => older[field] !== link[field],
  );
  const differences = fields.map((field) => `${field} ${older[field]} → ${link[field]}`);
  return { fate: "altered", text: `The service has other values: ${differences.join(", ")}.` };
}

function moved(revision: number): { fate: Fate; text: string } {
  return { fate: "moved", text: `The service has it as revision ${revision}.` };
}

/** The revision under which the same signed text of the same author is served. */
function revisionOf(links: readonly ChainLink[], older: TextlessReceipt): number | undefined {
  const same = links.find(
    (link) =>
      !("isMissing" in link) &&
      link.revision !== older.revision &&
      link.narrativeHash === older.narrativeHash &&
      link.author === older.author,
  );
  return same?.revision;
}
