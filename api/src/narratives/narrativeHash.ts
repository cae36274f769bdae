import { hash } from "node:crypto";

/** The protocol's `narrativeHash` by Node's native SHA-256: a store opens 10,000 texts at a time. */
export function narrativeHash(narrative: string): string {
  return hash("sha256", narrative);
}
