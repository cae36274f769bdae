import { createRandom } from "../shared/random.ts";
import {
  burdens,
  callings,
  companions,
  dyes,
  garbs,
  helms,
  horizons,
  keepsakes,
  skies,
  type Traits,
  visages,
  visagesUnder,
} from "./traits.ts";

/** Draws the traits of drifter `id`. */
export function drawTraits(seed: string, id: number): Traits {
  const draw = <Value extends string>(
    trait: string,
    weights: Readonly<Record<Value, number>>,
    allowed?: readonly Value[],
  ) => drawWeighted([seed, id, trait], weights, allowed);

  const helm = draw("helm", helms);
  return {
    calling: draw("calling", callings),
    garb: draw("garb", garbs),
    dye: draw("dye", dyes),
    helm,
    visage: draw("visage", visages, visagesUnder[helm]),
    burden: draw("burden", burdens),
    companion: draw("companion", companions),
    keepsake: draw("keepsake", keepsakes),
    sky: draw("sky", skies),
    horizon: draw("horizon", horizons),
  };
}

/**
 * Weighted rendezvous: every value waits an exponential time of rate `weight`, drawn from a stream of its
 * own, and the first to arrive is taken. A value added later takes some drifters over and moves no other.
 */
function drawWeighted<Value extends string>(
  keys: readonly (string | number)[],
  weights: Readonly<Record<Value, number>>,
  allowed?: readonly Value[],
): Value {
  // Safety: Object.keys forgets the key type; the tables are literals without further keys.
  const values = allowed ?? (Object.keys(weights) as Value[]);
  const arrival = (value: Value) =>
    -Math.log(1 - createRandom(...keys, value).next()) / weights[value];
  return values.reduce((first, value) => (arrival(value) < arrival(first) ? value : first));
}
