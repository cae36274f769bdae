import { createRandom, type Random } from "../../scripts/shared/random.ts";
import type { Drifter } from "./drifter.ts";
import { skinTonesOf, type Tones } from "./light.ts";
import { accentColors, dyeColors, type Palette, palettes } from "./palettes.ts";
import { createPen, type Pen, type Plate } from "./pen.ts";
import { type Person, personOf } from "./person.ts";
import type { Svg } from "./svg.ts";

/** Inputs of a drawing: drifter, pen and light. */
export interface Scene {
  drifter: Drifter;
  palette: Palette;
  pen: Pen;
  /** Color of the garb; `accent` is a second, matching one. */
  dye: Tones;
  accent: Tones;
  skin: Tones;
  hair: Tones;
  person: Person;
  /** Returns the random stream for one part of this drifter's image. */
  random(part: string): Random;
}

/** Draws a trait's value. */
export type Drawing = (scene: Scene) => Svg;

/** Draws nothing. */
export const nothing: Drawing = () => "";

export function createScene(drifter: Drifter, plate: Plate): Scene {
  const palette = palettes[drifter.traits.sky];
  const pen = createPen(palette.light, plate);
  const random = (part: string) => createRandom(drifter.seed, drifter.id, "portrait", part);
  const person = personOf(random("person"));
  return {
    drifter,
    palette,
    pen,
    dye: pen.tones(dyeColors[drifter.traits.dye]),
    accent: pen.tones(random("accent").pick(accentColors[drifter.traits.dye])),
    skin: skinTonesOf(person.skin, palette.light),
    hair: pen.tones(person.hair),
    person,
    random,
  };
}
