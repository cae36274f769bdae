import type { Drawing } from "../scene.ts";
import type { Horizon } from "../traits.ts";
import { arch, bones, dunes, mesa } from "./landforms.ts";
import { ground, haze, middle, ridge } from "./ridges.ts";
import { hull, pylons, stillworks, viaduct } from "./ruins.ts";
import { domes, lighthouse, windmill } from "./settlements.ts";

/** Draws the land behind the drifter: a far ridge with its buildings, the near ground and haze. */
export const drawHorizon: Drawing = (scene) =>
  [
    ridge(scene, "far", 700, 34, scene.palette.land[0]),
    horizons[scene.drifter.traits.horizon](scene),
    ridge(scene, "near", 842, 20, scene.palette.land[2]),
    ground(scene),
    haze(scene),
  ].join("");

const horizons: Readonly<Record<Horizon, Drawing>> = {
  Mesas: (scene) =>
    mesa(scene, -70, 310, 470) +
    mesa(scene, 930, 340, 520) +
    mesa(scene, 800, 120, 640) +
    middle(scene),
  Dunes: (scene) => dunes(scene),
  "Dead Pylons": (scene) => middle(scene) + pylons(scene),
  Windmills: (scene) =>
    middle(scene) +
    windmill(scene, 130, 480, 120) +
    windmill(scene, 1065, 430, 150) +
    windmill(scene, 900, 610, 70) +
    windmill(scene, 292, 640, 60),
  "Broken Hull": (scene) => hull(scene) + middle(scene),
  "Lit Domes": (scene) => domes(scene) + middle(scene),
  "Stone Arch": (scene) => arch(scene) + middle(scene),
  "Leviathan Bones": (scene) => bones(scene) + middle(scene),
  Lighthouse: (scene) => lighthouse(scene) + middle(scene),
  Stillworks: (scene) => stillworks(scene) + middle(scene),
  "Dry Viaduct": (scene) => viaduct(scene) + middle(scene),
};
