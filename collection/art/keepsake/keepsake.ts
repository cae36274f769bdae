import type { Drawing, Scene } from "../scene.ts";
import { flat, moved, rotation, type Svg, stroke, translation } from "../svg.ts";
import type { Keepsake } from "../traits.ts";
import {
  brassKey,
  dowsingRod,
  handBell,
  longSpanner,
  spyglass,
  stormLantern,
  tinCup,
} from "./tools.ts";
import { desertPoppy, hourglass, sealedLetter, speckledEgg, threeCards } from "./treasures.ts";

/** Draws the raised hand with the keepsake, whose origin is the fist's center. */
export const drawKeepsake: Drawing = (scene) => {
  const { keepsake } = scene.drifter.traits;
  const tilt = Math.round(scene.random("hand").between(-9, 3));
  const place = `${translation(300, 1010)} ${rotation(tilt)}`;
  return moved(
    place,
    [shadowOfArm, forearm, keepsakes[keepsake], fist].map((draw) => draw(scene)).join(""),
  );
};

const keepsakes: Readonly<Record<Keepsake, Drawing>> = {
  "Storm Lantern": stormLantern,
  "Tin Cup": tinCup,
  "Brass Key": brassKey,
  "Sealed Letter": sealedLetter,
  "Long Spanner": longSpanner,
  Hourglass: hourglass,
  "Dowsing Rod": dowsingRod,
  "Hand Bell": handBell,
  "Desert Poppy": desertPoppy,
  "Three Cards": threeCards,
  Spyglass: spyglass,
  "Speckled Egg": speckledEgg,
};

function forearm({ pen, dye, accent }: Scene): Svg {
  return (
    pen.form("M-130 300C-110 180 -90 120 -72 70L72 62C96 130 120 190 130 300Z", dye, {
      shade: 40,
      rim: 12,
      inside: stroke("M-40 110Q-50 200 -70 290M30 110Q50 200 40 290", dye.shade, 8),
    }) + pen.form("M-86 56Q0 30 86 50L94 104Q0 86 -94 112Z", accent, { shade: 24, rim: 8 })
  );
}

function shadowOfArm({ pen }: Scene): Svg {
  const shape =
    "M-90 300C-60 180 -40 120 -30 60C-10 -30 60 -90 116 -60C136 0 130 60 140 110C160 170 180 230 190 300Z";
  return (
    flat(shape, pen.light.shadow, 0.36) +
    moved(translation(22, -6), flat(shape, pen.dots(pen.light.shadow), 0.4))
  );
}

function glove(scene: Scene): Scene["dye"] {
  const { leather, rubber, canvas } = scene.pen.material;
  return scene.random("glove").pick([leather, rubber, canvas]);
}

function fist(scene: Scene): Svg {
  const { pen } = scene;
  const tones = glove(scene);
  return [
    pen.form(
      "M-66 -44C-70 -74 48 -84 62 -52C74 -20 74 30 60 58C30 74 -44 74 -62 54C-74 24 -72 -14 -66 -44Z",
      tones,
      { shade: 24, rim: 9 },
    ),
    pen.line(
      "M-66 -14C-40 -22 -6 -22 16 -14M-68 16C-40 8 -4 8 18 16M-62 44C-40 36 -10 36 14 42",
      5.5,
    ),
    pen.form("M66 -26C50 -58 6 -62 -10 -40C-16 -22 10 -12 40 -4Z", tones, { shade: 10, rim: 7 }),
  ].join("");
}
