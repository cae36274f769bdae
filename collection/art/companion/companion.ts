import { type Drawing, nothing } from "../scene.ts";
import { ellipse, flat, moved, translation } from "../svg.ts";
import type { Companion, Garb } from "../traits.ts";
import { barnOwl, rook, speckledHen, windUpWren } from "./feathered.ts";
import { dustHare, sandFox, tunnelCat } from "./furred.ts";
import { hornedLizard, lanternMoth, littleMoon, skyJelly } from "./strange.ts";

/** Draws the companion on the shoulder away from the light. Each has its feet at the origin. */
export const drawCompanion: Drawing = (scene) => {
  const { companion, garb } = scene.drifter.traits;
  const height = shoulderHeights[garb] ?? 822;
  const x = 600 + 268 * scene.person.build;
  const shadow =
    companion === "None" ? "" : flat(ellipse(14, 14, 84, 22), scene.pen.light.shadow, 0.4);
  return moved(translation(x, height), shadow, companions[companion](scene));
};

const shoulderHeights: Partial<Record<Garb, number>> = {
  "Striped Poncho": 858,
  "Plated Harness": 800,
};

const companions: Readonly<Record<Companion, Drawing>> = {
  None: nothing,
  "Sand Fox": sandFox,
  Rook: rook,
  "Barn Owl": barnOwl,
  "Horned Lizard": hornedLizard,
  "Speckled Hen": speckledHen,
  "Tunnel Cat": tunnelCat,
  "Lantern Moth": lanternMoth,
  "Sky Jelly": skyJelly,
  "Wind-up Wren": windUpWren,
  "Dust Hare": dustHare,
  "Little Moon": littleMoon,
};
