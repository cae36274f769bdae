import { drawTraits } from "./drawTraits.ts";
import { nameDrifter } from "./names.ts";
import type { Traits } from "./traits.ts";

/** A drifter: the input of its metadata and portrait. */
export interface Drifter {
  seed: string;
  id: number;
  /** Name of the phase in which it is minted. */
  phase: string;
  name: string;
  traits: Traits;
}

export function createDrifter(seed: string, { id, phase }: { id: number; phase: string }): Drifter {
  return { seed, id, phase, name: nameDrifter(seed, id), traits: drawTraits(seed, id) };
}
