import type { Drawing, Scene } from "../scene.ts";
import { box, d, disc, flat, group, type Svg, stroke } from "../svg.ts";
import { distant } from "./ridges.ts";

export function windmill(scene: Scene, x: number, hub: number, reach: number): Svg {
  const random = scene.random(`windmill ${x}`);
  const { side, edge, face } = distant(scene);
  const turn = random.between(0, 30);
  const blades = Array.from({ length: 12 }, (_, index) =>
    group(
      { transform: `rotate(${Math.round(turn + index * 30)} ${x} ${hub})` },
      flat(
        d`M${x - reach * 0.03} ${hub - reach * 0.22}L${x - reach * 0.1} ${hub - reach}h${reach * 0.24}L${x + reach * 0.05} ${hub - reach * 0.22}Z`,
        index % 3 === 0 ? edge : face,
      ),
    ),
  );
  return [
    stroke(
      d`M${x - reach * 0.4} 830L${x} ${hub}L${x + reach * 0.4} 830M${x - reach * 0.2} ${(830 + hub) / 2}L${x + reach * 0.3} ${hub + (830 - hub) * 0.75}M${x + reach * 0.2} ${(830 + hub) / 2}L${x - reach * 0.3} ${hub + (830 - hub) * 0.75}`,
      side,
      Math.max(5, reach * 0.07),
    ),
    ...blades,
    disc(x, hub, reach * 0.14, side),
    flat(
      d`M${x + reach * 0.1} ${hub - reach * 0.04}L${x + reach * 1.05} ${hub - reach * 0.02}l${reach * 0.28} ${-reach * 0.24}v${reach * 0.56}L${x + reach} ${hub + reach * 0.06}Z`,
      side,
    ),
  ].join("");
}

export const domes: Drawing = (scene) => {
  const { face, side, edge, lamp } = distant(scene);
  const dome = (x: number, radius: number, base: number) => {
    const shape = d`M${x - radius} ${base}A${radius} ${radius} 0 0 1 ${x + radius} ${base}V900H${x - radius}Z`;
    const windows = [-0.56, -0.2, 0.16, 0.52].map((at, index) =>
      flat(
        box(
          x + at * radius - radius * 0.06,
          base - radius * (index % 2 ? 0.42 : 0.3),
          radius * 0.14,
          radius * 0.2,
          radius * 0.07,
        ),
        lamp,
      ),
    );
    return [
      stroke(d`M${x} ${base - radius}v${-radius * 0.5}`, side, 6),
      disc(x, base - radius * 1.5, 8, lamp),
      flat(shape, face),
      scene.pen.clip(
        shape,
        flat(
          d`M${x + radius * 0.25} ${base - radius * 1.1}Q${x + radius * 0.6} ${base - radius * 0.4} ${x + radius * 0.45} 900H${x + radius * 2}V${base - radius * 1.1}Z`,
          side,
          0.8,
        ),
        stroke(
          d`M${x - radius} ${base - 4}H${x + radius}M${x} ${base - radius}Q${x - radius * 0.55} ${base - radius * 0.5} ${x - radius * 0.5} ${base}`,
          side,
          5,
        ),
        stroke(
          d`M${x - radius + 6} ${base}A${radius - 6} ${radius - 6} 0 0 1 ${x} ${base - radius + 6}`,
          edge,
          8,
        ),
      ),
      ...windows,
    ].join("");
  };
  return (
    dome(330, 90, 760) +
    dome(120, 170, 740) +
    dome(890, 80, 760) +
    dome(1070, 190, 740) +
    dome(960, 60, 790)
  );
};

export const lighthouse: Drawing = (scene) => {
  const { face, side, edge, lamp } = distant(scene);
  const tower = "M1010 860L1034 450H1106L1130 860Z";
  return [
    flat("M1070 415L-60 250V420Z", lamp, 0.2),
    flat("M1070 415L1260 360V470Z", lamp, 0.3),
    flat(tower, face),
    scene.pen.clip(
      tower,
      flat("M980 520H1160V600H980ZM980 690H1160V770H980Z", edge, 0.85),
      flat("M1080 440L1086 880H1160V440Z", side, 0.65),
    ),
    flat(box(1022, 436, 96, 20, 4), side),
    flat(box(1040, 384, 60, 56, 4), lamp),
    flat("M1030 386L1070 340L1110 386Z", side),
    stroke("M1070 340v-34", side, 6),
    flat("M60 860L80 700L130 690L150 860ZM150 860L170 640L230 640L250 860Z", face),
    flat("M104 696L130 690L150 860H110ZM206 640L230 640L250 860H216Z", side),
    flat("M160 644L200 590L240 644Z", side),
    flat(box(188, 690, 20, 30, 4), lamp),
  ].join("");
};
