import type { Drawing } from "../scene.ts";
import { disc, element, size } from "../svg.ts";
import type { Sky } from "../traits.ts";
import { comet, corona, halo, moon, place, ringedPlanet, smallSun, stars, sun } from "./bodies.ts";
import { curtains, embers, lightning, streaks, thunderheads, veils, vultures } from "./weather.ts";

/** Draws the sky, the sun or moon and the weather. */
export const drawSky: Drawing = (scene) => {
  const { pen, palette, drifter } = scene;
  const [top, middle, bottom] = palette.air;
  const air = pen.fade([0, top], [0.42, middle], [0.68, bottom], [1, bottom]);
  return (
    element("rect", { width: size, height: size, fill: air }) + skies[drifter.traits.sky](scene)
  );
};

const skies: Readonly<Record<Sky, Drawing>> = {
  "Copper Dusk": (scene) => halo(scene) + sun(scene) + streaks(scene, 7),
  "Bone Noon": (scene) => halo(scene) + sun(scene) + vultures(scene),
  "Blue Hour": (scene) => stars(scene, 40) + halo(scene) + moon(scene) + streaks(scene, 3),
  "Rose Dawn": (scene) => halo(scene) + sun(scene) + smallSun(scene) + streaks(scene, 5),
  "Violet Storm": (scene) => halo(scene) + moon(scene) + thunderheads(scene) + lightning(scene),
  "Sulphur Haze": (scene) => halo(scene) + sun(scene) + veils(scene),
  "Verdigris Morning": (scene) => halo(scene) + sun(scene) + streaks(scene, 4) + vultures(scene),
  "Salt White": (scene) => sun(scene),
  Inkfall: (scene) => stars(scene, 150) + ringedPlanet(scene) + comet(scene),
  "Ember Night": (scene) => stars(scene, 25) + halo(scene) + sun(scene) + embers(scene),
  "Green Aurora": (scene) => stars(scene, 90) + curtains(scene) + halo(scene) + moon(scene),
  "Black Sun": (scene) =>
    stars(scene, 30) + corona(scene) + disc(...place(scene), scene.palette.disc),
};
