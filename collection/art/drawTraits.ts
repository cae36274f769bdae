import { createRandom } from "../../scripts/shared/random.ts";
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
 * Draws a value by weighted rendezvous hashing: each value gets an exponentially distributed arrival time with rate
 * `weight` from its own random stream, and the earliest wins. A value added later takes over some drifters and changes
 * no others.
 */
function drawWeighted<Value extends string>(
  keys: readonly (string | number)[],
  weights: Readonly<Record<Value, number>>,
  allowed?: readonly Value[],
): Value {
  // Safety: Object.keys loses the key type; the tables are literals without other keys.
  const values = allowed ?? (Object.keys(weights) as Value[]);
  const arrivals = values.map((value) => ({
    value,
    time: -Math.log(1 - createRandom(...keys, value).next()) / weights[value],
  }));
  return arrivals.reduce((first, each) => (each.time < first.time ? each : first)).value;
}
