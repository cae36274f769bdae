import type { Drifter } from "../drifter.ts";
import { createRandom, type Random } from "../random.ts";
import type { Color } from "./light.ts";
import { type Palette, palettes } from "./palettes.ts";
import { createPen, type Pen } from "./pen.ts";
import type { Svg } from "./svg.ts";

/** All that a drawing may ask: whom it draws, with what pen, in which light. */
export interface Scene {
  drifter: Drifter;
  palette: Palette;
  pen: Pen;
  /** The random stream of one part of this drifter's picture. */
  random(part: string): Random;
}

/** Draws one value of a trait. */
export type Drawing = (scene: Scene) => Svg;

export function createScene(drifter: Drifter): Scene {
  const palette = palettes[drifter.traits.sky];
  return {
    drifter,
    palette,
    pen: createPen(palette.light),
    random: (part) => createRandom(drifter.seed, drifter.id, "portrait", part),
  };
}

export type { Color };
