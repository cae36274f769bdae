import type { Drifter } from "../drifter.ts";
import { drawArrival } from "./arrival.ts";
import { drawHorizon } from "./horizon.ts";
import { createScene, type Drawing } from "./scene.ts";
import { drawSky } from "./sky.ts";
import { element, mirrored, type Svg, size } from "./svg.ts";

/** From the farthest to the nearest. */
const layers: readonly Drawing[] = [drawSky, drawHorizon, drawArrival];

/** The portrait of `drifter` as an SVG document. Needs no font, no other file and no network. */
export function renderPortrait(drifter: Drifter): Svg {
  const scene = createScene(drifter);
  const picture = layers.map((draw) => draw(scene)).join("");
  const facesLeft = scene.random("facing").chance(0.5);
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width: size, height: size, viewBox: `0 0 ${size} ${size}` },
    scene.pen.definitions(),
    facesLeft ? mirrored(size / 2, picture) : picture,
  );
}
