import { mix } from "../light.ts";
import type { Drawing, Scene } from "../scene.ts";
import { d, element, flat, type Svg, size, stroke } from "../svg.ts";

/** Draws a rolling skyline from edge to edge, filled to the bottom. */
export function ridge(scene: Scene, part: string, y: number, height: number, fill: string): Svg {
  const random = scene.random(`ridge ${part}`);
  const steps = 8;
  let data = d`M-20 ${y + random.between(-height, height)}`;
  for (let index = 1; index <= steps; index += 1) {
    const x = -20 + (index * (size + 40)) / steps;
    const span = (size + 40) / steps;
    const to = y + random.between(-height, height);
    data += d`C${x - span * 0.6} ${y + random.between(-height, height)} ${x - span * 0.35} ${to} ${x} ${to}`;
  }
  return flat(`${data}V${size}H-20Z`, fill);
}

export const middle: Drawing = (scene) => ridge(scene, "middle", 775, 26, scene.palette.land[1]);

/** Draws wind lines on the near ground. */
export const ground: Drawing = (scene) => {
  const random = scene.random("ground");
  const color = mix(scene.palette.land[2], scene.palette.light.key, 0.3);
  return Array.from({ length: 16 }, () => {
    const [x, y] = [random.between(-60, 1120), random.between(880, 1190)];
    const length = random.between(40, 200);
    return stroke(d`M${x} ${y}q${length / 2} ${-14} ${length} 0`, color, 4, 0.5);
  }).join("");
};

/** Draws dust in the air, densest at the horizon, which separates the drifter from the land. */
export const haze: Drawing = ({ pen, palette }) =>
  element("rect", {
    y: 560,
    width: size,
    height: 420,
    fill: pen.fade([0, palette.air[2], 0], [0.5, palette.air[2], 0.34], [1, palette.air[2], 0]),
  });

/** Returns the colors of landmarks at middle distance: lit side, dark side and lights. */
export function distant(scene: Scene): { face: string; side: string; edge: string; lamp: string } {
  const { palette } = scene;
  return {
    face: mix(palette.land[0], palette.land[1], 0.55),
    side: mix(palette.land[1], palette.light.shadow, 0.35),
    edge: mix(palette.land[0], palette.light.key, 0.55),
    lamp: mix("#ffd27a", palette.light.key, 0.2),
  };
}
