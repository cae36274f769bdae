import { drawTraits } from "./drawTraits.ts";
import { nameDrifter } from "./names.ts";
import type { Traits } from "./traits.ts";

/** One of the collection: all that its metadata and its portrait follow from. */
export interface Drifter {
  seed: string;
  id: number;
  /** Name of the phase it is minted in. */
  phase: string;
  name: string;
  traits: Traits;
}

export function createDrifter(seed: string, { id, phase }: { id: number; phase: string }): Drifter {
  return { seed, id, phase, name: nameDrifter(seed, id), traits: drawTraits(seed, id) };
}
