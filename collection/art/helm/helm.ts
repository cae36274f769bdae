import { faceOutline, middle } from "../anatomy.ts";
import { drawHair, drawHairBehind } from "../hair.ts";
import { type Drawing, nothing, type Scene } from "../scene.ts";
import { d, flat, type Svg } from "../svg.ts";
import type { Helm } from "../traits.ts";
import { deepHood, flyersCap, hoodLining, scarfTail, woundScarf } from "./cloth.ts";
import {
  diversBell,
  domeBack,
  glassDome,
  globe,
  hareEars,
  hareHelm,
  kettleHelm,
  moonHelm,
} from "./globes.ts";
import { beeVeil, lampCrown, reedCone, reedConeUnderside, shearlingHat, wideBrim } from "./hats.ts";
import { antlerMask, antlers, longBeak, signalBox } from "./masks.ts";

interface Layers {
  /** Whether the face is visible. */
  face: boolean;
  /** Drawing behind head and neck. */
  behind: Drawing;
  /** Drawing between the face and anything worn on it: hair, shadows. */
  under: Drawing;
  /** Drawing in front of everything else on the head. */
  over: Drawing;
}

export function helmOf({ drifter }: Scene): Layers {
  return helms[drifter.traits.helm];
}

const hat = (over: Drawing, shadow = 440, behind: Drawing = nothing): Layers => ({
  face: true,
  behind: (scene) => drawHairBehind(scene) + behind(scene),
  under: (scene) => browShadow(scene, shadow),
  over,
});

const closed = (over: Drawing, behind: Drawing = nothing): Layers => ({
  face: false,
  behind,
  under: nothing,
  over,
});

const helms: Readonly<Record<Helm, Layers>> = {
  "Bare Head": { face: true, behind: drawHairBehind, under: drawHair, over: nothing },
  "Wide Brim": hat(wideBrim, 446),
  "Reed Cone": hat(reedCone, 452, reedConeUnderside),
  "Deep Hood": {
    face: true,
    behind: hoodLining,
    under: (scene) => browShadow(scene, 420),
    over: deepHood,
  },
  "Wound Scarf": {
    face: true,
    behind: scarfTail,
    under: (scene) => browShadow(scene, 412),
    over: woundScarf,
  },
  "Flyer's Cap": hat(flyersCap, 410),
  "Shearling Hat": hat(shearlingHat, 436),
  "Glass Dome": {
    face: true,
    behind: domeBack,
    under: (scene) => scene.pen.clip(globe, drawHair(scene)),
    over: glassDome,
  },
  "Diver's Bell": closed(diversBell),
  "Moon Helm": closed(moonHelm),
  "Kettle Helm": closed(kettleHelm),
  "Hare Helm": closed(hareHelm, hareEars),
  "Bee Veil": {
    face: true,
    behind: nothing,
    under: (scene) => browShadow(scene, 440),
    over: beeVeil,
  },
  "Long Beak": closed(longBeak),
  "Antler Mask": closed(antlerMask, antlers),
  "Signal Box": closed(signalBox),
  "Lamp Crown": { face: true, behind: drawHairBehind, under: drawHair, over: lampCrown },
};

/** Draws the shadow of a brim or hood, down to height `y`. */
function browShadow(scene: Scene, y: number): Svg {
  return scene.pen.clip(
    faceOutline(scene),
    flat(d`M400 200H800V${y - 10}Q${middle} ${y + 14} 400 ${y - 10}Z`, scene.skin.deep, 0.62),
    flat(
      d`M400 ${y - 12}Q${middle} ${y + 12} 800 ${y - 12}V${y + 18}Q${middle} ${y + 40} 400 ${y + 18}Z`,
      scene.pen.dots(scene.skin.deep),
      0.6,
    ),
  );
}
