import { createHash } from "node:crypto";
import type { Drifter } from "./drifter.ts";
import { drawPortrait } from "./portrait/portrait.ts";
import { press, prints } from "./printPortrait.ts";

/** Cached by drifter, because drawing is slow. */
const digests = new Map<string, string>();

/** Returns the SHA-256 of all inputs of a drifter's printed portrait. */
export function portraitDigest(drifter: Drifter): string {
  const key = JSON.stringify(drifter);
  const known = digests.get(key);
  if (known !== undefined) return known;
  const plates = JSON.stringify([drawPortrait(drifter), prints, press]);
  const digest = createHash("sha256").update(plates).digest("hex");
  digests.set(key, digest);
  return digest;
}
