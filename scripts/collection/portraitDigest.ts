import { createHash } from "node:crypto";
import type { Drifter } from "./drifter.ts";
import { drawPortrait } from "./portrait/portrait.ts";
import { press, prints } from "./printPortrait.ts";

/** By drifter: drawing one takes longer than everything else about it that is not printing. */
const digests = new Map<string, string>();

/** SHA-256 of everything that the prints of a drifter's portrait follow from. */
export function portraitDigest(drifter: Drifter): string {
  const key = JSON.stringify(drifter);
  const known = digests.get(key);
  if (known !== undefined) return known;
  const plates = JSON.stringify([drawPortrait(drifter), prints, press]);
  const digest = createHash("sha256").update(plates).digest("hex");
  digests.set(key, digest);
  return digest;
}
