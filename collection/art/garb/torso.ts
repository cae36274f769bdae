import { middle } from "../anatomy.ts";
import type { Drawing, Scene } from "../scene.ts";
import { bilateral, d, ellipse, flat, type Segment, type Svg, stroke } from "../svg.ts";

export interface Layers {
  /** Drawing behind the head. */
  back: Drawing;
  /** Drawing of the body, over the neck. */
  body: Drawing;
  /** Drawing of the collar, in front of chin or helm. */
  front: Drawing;
}

const shoulders: readonly Segment[] = [
  [0, 690],
  [70, 694],
  [110, 716, 130, 752, 200, 768],
  [290, 786, 352, 812, 380, 920],
  [402, 1010, 424, 1120, 440, 1260],
  [0, 1260],
];

export const torso = bilateral(middle, shoulders);

/** Draws the line between sleeve and chest on both sides. */
export function sleeves(scene: Scene): Svg {
  const seam = (side: number) =>
    d`M${middle + side * 246} 1220C${middle + side * 240} 1110 ${middle + side * 244} 1020 ${middle + side * 268} 950`;
  return (
    flat(
      d`M${middle + 246} 1240C${middle + 240} 1110 ${middle + 244} 1020 ${middle + 268} 950Q${middle + 300} 1040 ${middle + 292} 1240Z`,
      scene.dye.deep,
      0.55,
    ) + scene.pen.line(seam(1) + seam(-1), 6)
  );
}

export function folds(scene: Scene, ...paths: string[]): Svg {
  return stroke(paths.join(""), scene.dye.shade, 7, 0.9);
}

export function button({ pen }: Scene, x: number, y: number, radius = 14): Svg {
  return pen.form(ellipse(x, y, radius), pen.material.brass, { shade: 6, rim: 4, outline: 4 });
}
