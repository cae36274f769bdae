import type { Drawing } from "../scene.ts";
import type { Burden } from "../traits.ts";
import { bedroll, pottedSapling, strawSkep, twinTanks, waterCask } from "./containers.ts";
import {
  gramophoneHorn,
  kiteFrame,
  lanternPole,
  paperParasol,
  pinwheelDynamo,
  radioMast,
} from "./poles.ts";

/** Draws what a drifter carries on the back, visible over the shoulder towards the light. */
export const drawBurden: Drawing = (scene) => burdens[scene.drifter.traits.burden](scene);

const burdens: Readonly<Record<Burden, Drawing>> = {
  Bedroll: bedroll,
  "Twin Tanks": twinTanks,
  "Radio Mast": radioMast,
  "Water Cask": waterCask,
  "Lantern Pole": lanternPole,
  "Pinwheel Dynamo": pinwheelDynamo,
  "Potted Sapling": pottedSapling,
  "Gramophone Horn": gramophoneHorn,
  "Paper Parasol": paperParasol,
  "Straw Skep": strawSkep,
  "Kite Frame": kiteFrame,
};
