import { middle } from "../anatomy.ts";
import { type Drawing, nothing, type Scene } from "../scene.ts";
import { ellipse, flat, moved, type Svg, scaling } from "../svg.ts";
import type { Garb } from "../traits.ts";
import { gorget, platedHarness } from "./armor.ts";
import {
  furCollar,
  furParka,
  longDuster,
  quiltedCoat,
  quiltedCollar,
  turnedUpCollar,
} from "./coats.ts";
import { type Layers, torso } from "./torso.ts";
import {
  bibAndStraps,
  neckRing,
  neckRingBehind,
  pressureSuit,
  railTunic,
  standCollar,
} from "./uniforms.ts";
import { cowl, pilgrimRobe, stripedPoncho } from "./wraps.ts";

export const drawGarbBehind: Drawing = (scene) => built(scene, garbOf(scene).back);

export const drawGarb: Drawing = (scene) =>
  built(scene, (same) => garbOf(same).body(same) + shadowOfHead(same));

export const drawCollar: Drawing = (scene) => built(scene, garbOf(scene).front);

const garbs: Readonly<Record<Garb, Layers>> = {
  "Long Duster": { back: turnedUpCollar, body: longDuster, front: nothing },
  "Pressure Suit": { back: neckRingBehind, body: pressureSuit, front: neckRing },
  "Striped Poncho": { back: nothing, body: stripedPoncho, front: nothing },
  "Quilted Coat": { back: nothing, body: quiltedCoat, front: quiltedCollar },
  "Plated Harness": { back: nothing, body: platedHarness, front: gorget },
  "Pilgrim Robe": { back: nothing, body: pilgrimRobe, front: cowl },
  "Fur Parka": { back: nothing, body: furParka, front: furCollar },
  "Rail Tunic": { back: nothing, body: railTunic, front: standCollar },
  "Bib and Straps": { back: nothing, body: bibAndStraps, front: nothing },
};

/** Scales the garb to the body's width. */
function built(scene: Scene, draw: Drawing): Svg {
  return moved(scaling(scene.person.build, 1, middle), draw(scene));
}

function garbOf({ drifter }: Scene): Layers {
  return garbs[drifter.traits.garb];
}

/** Draws the head's shadow on the chest. */
function shadowOfHead({ pen }: Scene): Svg {
  return pen.clip(
    torso,
    flat(ellipse(middle + 70, 800, 236, 124), pen.dots(pen.light.shadow), 0.4),
    flat(ellipse(middle + 66, 786, 214, 104), pen.light.shadow, 0.36),
  );
}
