import type { Random } from "../../scripts/shared/random.ts";
import type { Color } from "./light.ts";
import { hairColors, skinColors } from "./palettes.ts";

const hairStyles = [
  "bald",
  "cropped",
  "bun",
  "cloud",
  "long",
  "braids",
  "crest",
  "bob",
  "swept",
  "locs",
] as const;
const beards = ["stubble", "full", "full", "goatee", "moustache", "forked"] as const;
const eyeColors = ["#2a1a12", "#3c2615", "#27414d", "#3f5a3c", "#6b4a1e"] as const;

export type HairStyle = (typeof hairStyles)[number];
export type BeardStyle = "none" | (typeof beards)[number];

/** The body under the garb: not a trait, but different for every drifter. Lengths are in portrait units. */
export interface Person {
  skin: Color;
  hair: Color;
  hairStyle: HairStyle;
  beard: BeardStyle;
  /** Half the width of the face at the cheekbones; `jaw` is half the chin's. */
  cheek: number;
  jaw: number;
  /** y at which the chin ends. */
  chin: number;
  /** Turn of the face, as the x offset of its middle. */
  turn: number;
  /** Tilt of the head in degrees. */
  tilt: number;
  /** Width of the body relative to the usual. */
  build: number;
  eyes: { gap: number; open: number; slant: number; color: Color };
  brow: { weight: number; slant: number };
  nose: { length: number; width: number };
  mouth: { width: number; curve: number; full: number };
  old: boolean;
  freckled: boolean;
}

export function personOf(random: Random): Person {
  const old = random.chance(0.3);
  return {
    skin: random.pick(skinColors),
    hair:
      old && random.chance(0.75) ? random.pick(["#96938f", "#dedad2"]) : random.pick(hairColors),
    hairStyle: random.pick(hairStyles),
    beard: random.chance(0.36) ? random.pick(beards) : "none",
    cheek: random.between(112, 136),
    jaw: random.between(44, 78),
    chin: random.between(618, 652),
    turn: random.between(-20, -4),
    tilt: random.between(-4, 4),
    build: random.between(0.93, 1.07),
    eyes: {
      gap: random.between(49, 60),
      open: random.between(7, 14),
      slant: random.between(-5, 5),
      color: random.pick(eyeColors),
    },
    brow: { weight: random.between(8, 17), slant: random.between(-9, 9) },
    nose: { length: random.between(82, 118), width: random.between(24, 40) },
    mouth: {
      width: random.between(34, 54),
      curve: random.between(-9, 10),
      full: random.between(7, 17),
    },
    old,
    freckled: random.chance(0.15),
  };
}
