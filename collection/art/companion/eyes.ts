import type { Scene } from "../scene.ts";
import { disc, ellipse, type Svg } from "../svg.ts";

/** Draws two eyes with a spark in each. */
export function eyes({ pen }: Scene, y: number, gap: number, radius: number, color?: string): Svg {
  return [-gap, gap]
    .map(
      (x) =>
        (color
          ? disc(x, y, radius * 1.25, color) + pen.line(ellipse(x, y, radius * 1.25), 3)
          : "") +
        disc(x, y, radius, pen.light.ink) +
        disc(x - radius * 0.35, y - radius * 0.4, radius * 0.36, "#ffffff"),
    )
    .join("");
}
