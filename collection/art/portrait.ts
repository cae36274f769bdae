import { middle } from "./anatomy.ts";
import { drawArrival } from "./arrival.ts";
import { drawBadge } from "./badge.ts";
import { drawBurden } from "./burden/burden.ts";
import { drawCompanion } from "./companion/companion.ts";
import type { Drifter } from "./drifter.ts";
import { drawNeck } from "./face.ts";
import { drawCollar, drawGarb, drawGarbBehind } from "./garb/garb.ts";
import { drawHead, drawHeadBehind } from "./head.ts";
import { drawHorizon } from "./horizon/horizon.ts";
import { drawKeepsake } from "./keepsake/keepsake.ts";
import type { Plate } from "./pen.ts";
import { createScene, type Drawing, type Scene } from "./scene.ts";
import { drawSky } from "./sky/sky.ts";
import { element, moved, type Svg, scaling, size, translation } from "./svg.ts";

/** Layers from back to front. */
const scenery: readonly Drawing[] = [drawSky, drawHorizon, drawArrival];
const figure: readonly Drawing[] = [
  drawBurden,
  drawGarbBehind,
  drawHeadBehind,
  drawNeck,
  drawGarb,
  drawBadge,
  drawHead,
  drawCollar,
  drawCompanion,
  drawKeepsake,
];

/** The two plates from which a portrait is printed, as SVG documents. */
export type Portrait = Readonly<Record<Plate, Svg>>;

/** Draws `drifter` without fonts, files or network access. */
export function drawPortrait(drifter: Drifter): Portrait {
  return {
    plain: drawPlate(createScene(drifter, "plain")),
    screened: drawPlate(createScene(drifter, "screened")),
  };
}

function drawPlate(scene: Scene): Svg {
  const draw = (layers: readonly Drawing[]) => layers.map((layer) => layer(scene)).join("");
  const picture = moved(facing(scene), draw(scenery), moved(stance(scene), draw(figure)));
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: size,
      height: size,
      viewBox: `0 0 ${size} ${size}`,
    },
    scene.pen.definitions(),
    picture,
  );
}

/** Mirrors half of the portraits. */
function facing({ random }: Scene): string {
  return scaling(random("facing").chance(0.5) ? -1 : 1, 1, middle);
}

/** Varies position and distance slightly between drifters. */
function stance({ random }: Scene): string {
  const stream = random("stance");
  const scale = stream.between(1.03, 1.09);
  return `${translation(stream.between(-16, 16), 6)} ${scaling(scale, scale, middle, size)}`;
}
