import { formatHex, interpolate } from "culori";

/** A color as `#rrggbb`. */
export type Color = string;

/** Light of a sky, from the upper left. */
export interface Light {
  /** Tint of lit surfaces. */
  key: Color;
  /** Color of the edge towards the light. */
  rim: Color;
  /** Tint of surfaces in shadow. */
  shadow: Color;
  /** Color of outlines, the darkest one. */
  ink: Color;
}

/** Tones of a material in a light, from bright to dark. */
export interface Tones {
  lit: Color;
  base: Color;
  shade: Color;
  deep: Color;
}

/** Mixes `share` of the second color into the first, linearly in OKLab. */
export function mix(from: Color, to: Color, share: number): Color {
  return formatHex(interpolate([from, to], "oklab")(share));
}

export function tonesOf(color: Color, light: Light): Tones {
  return {
    lit: mix(color, light.key, 0.5),
    base: mix(color, light.key, 0.12),
    shade: mix(color, light.shadow, 0.55),
    deep: mix(mix(color, light.shadow, 0.7), light.ink, 0.45),
  };
}

/** Returns the tones of skin, which retains its warmth in the shade. */
export function skinTonesOf(color: Color, light: Light): Tones {
  return {
    lit: mix(color, light.key, 0.55),
    base: mix(color, light.key, 0.17),
    shade: mix(mix(color, "#7a2f2a", 0.28), light.shadow, 0.34),
    deep: mix(mix(color, "#4a1a1e", 0.45), light.ink, 0.5),
  };
}

/** Unlit colors of the materials. */
export const materials = {
  leather: "#7d4d2c",
  brass: "#cf9d3f",
  copper: "#b5673c",
  steel: "#8f9aa0",
  iron: "#4e555c",
  canvas: "#bda57c",
  cloth: "#e6dcc6",
  straw: "#d8b25f",
  wood: "#7a5331",
  rubber: "#35363e",
  rope: "#c3a36a",
  fur: "#b08d63",
  bone: "#e3d6b8",
  flame: "#ffc24d",
  leaf: "#5f8a4a",
  poppy: "#d9432f",
} as const satisfies Record<string, Color>;
