import type { CollectionRef } from "#protocol/chain/collectionRef";
import { encodeLink, omitText } from "#protocol/stories/revisionChain";
import { type ProofStep, summarizeProof } from "#protocol/stories/verifyRevision";
import type { DrifterId } from "#protocol/values/drifterId";
import type { SignedRevision, TextlessRevision } from "#protocol/wire/responses";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { ServedChains } from "./servedChains.ts";
import { verifiedRevisions } from "./verifyRevisions.ts";

/** Outcome for a signed revision in the older copy. */
export type CopyResult =
  | "kept"
  | "hidden"
  | "missing"
  | "dropped"
  | "altered"
  | "moved"
  | "unproved";

/** A signed revision in the older copy that the service no longer serves unchanged. */
export interface CopyFinding {
  drifterId: DrifterId;
  revision: number;
  fate: Exclude<CopyResult, "kept">;
  /** The outcome in a sentence. */
  text: string;
}

/** Outcomes that prove that the service has dropped or changed something. */
export const tampered: readonly CopyResult[] = ["dropped", "altered", "moved"];

/**
 * Compares an older copy of signed revisions with the chains that a service currently serves.
 *
 * @param onFinding called for each signed revision whose outcome is not "kept".
 * @returns the number of signed revisions with each result.
 */
export async function compareCopy(
  copy: AsyncIterable<SignedRevision>,
  collection: CollectionRef,
  served: ServedChains,
  onFinding: (finding: CopyFinding) => void,
): Promise<Record<CopyResult, number>> {
  const fates = ["kept", "hidden", "missing", "dropped", "altered", "moved", "unproved"] as const;
  // Safety: the list contains every outcome.
  const tally = Object.fromEntries(fates.map((fate) => [fate, 0])) as Record<CopyResult, number>;
  // An invalid signed revision, which anybody could have made, proves nothing about the service.
  for await (const { signed, steps } of verifiedRevisions(copy, collection, undefined)) {
    const { drifterId, revision } = signed;
    const [fate, text] = await findOutcome(signed, steps, served);
    tally[fate] += 1;
    if (fate !== "kept") onFinding({ drifterId, revision, fate, text });
  }
  return tally;
}

async function findOutcome(
  signed: SignedRevision,
  steps: readonly ProofStep[],
  served: ServedChains,
): Promise<[fate: CopyResult, text: string]> {
  if (summarizeProof(steps) === "false") {
    const failed = steps.find(({ outcome }) => outcome === "failed");
    return [
      "unproved",
      `The older copy's signed revision is invalid: ${failed?.name}: ${failed?.finding}`,
    ];
  }
  const chain = await served.chain(signed.drifterId);
  const links = chain?.links ?? [];
  const older = omitText(signed);
  const link = links[signed.revision - 1];
  if (link && "isMissing" in link) {
    return ["missing", "The service reports that the revision's file was corrupt and quarantined."];
  }
  if (link && encodeLink(link) === encodeLink(older)) {
    return chain?.isHidden
      ? ["hidden", "The service hides the text, but still has the same revision."]
      : ["kept", ""];
  }
  const elsewhere = links.find(
    (each) =>
      !("isMissing" in each) &&
      each.revision !== older.revision &&
      each.narrativeHash === older.narrativeHash &&
      each.author === older.author,
  );
  if (elsewhere)
    return ["moved", `The service has the same text as revision ${elsewhere.revision}.`];
  if (link === undefined) {
    const first = `only ${counted(links.length, "revision")}`;
    return [
      "dropped",
      `The service has ${links.length === 0 ? "no signed revisions of this token" : first}.`,
    ];
  }
  // Safety: these are the object's own keys.
  const fields = (Object.keys(older) as (keyof TextlessRevision)[]).filter(
    (field) => older[field] !== link[field],
  );
  const differences = fields.map((field) => `${field} ${older[field]} → ${link[field]}`);
  return ["altered", `The service has different values: ${differences.join(", ")}.`];
}
