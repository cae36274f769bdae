import { hash } from "node:crypto";

/** The protocol's `narrativeHash` with Node's native SHA-256, because opening a store hashes thousands of texts. */
export function narrativeHash(narrative: string): string {
  return hash("sha256", narrative);
}
