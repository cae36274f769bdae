import { middle } from "../anatomy.ts";
import type { Scene } from "../scene.ts";
import { bilateral, d, ellipse, flat, type Svg, stroke } from "../svg.ts";
import { folds, torso } from "./torso.ts";

export function stripedPoncho(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const outline = bilateral(middle, [
    [0, 676],
    [80, 684],
    [140, 730, 300, 800, 396, 960],
    [450, 1060, 470, 1160, 480, 1260],
    [0, 1260],
  ]);
  const band = (y: number, width: number, color: string) =>
    stroke(
      d`M${middle - 520} ${y - 30}Q${middle - 200} ${y + 40} ${middle} ${y + 130}Q${middle + 200} ${y + 40} ${middle + 520} ${y - 30}`,
      color,
      width,
    );
  const teeth = Array.from({ length: 27 }, (_, index) => {
    const x = middle - 520 + index * 40;
    const at = Math.abs(x - middle) / 520;
    const y = 938 + 130 * (1 - at) ** 1.35 - 30 * at;
    return d`M${x - 20} ${y + 18}L${x} ${y - 18}L${x + 20} ${y + 18}Z`;
  }).join("");
  return (
    pen.form(outline, dye, {
      shade: 70,
      rim: 13,
      inside: [
        band(760, 26, accent.base),
        band(806, 10, accent.shade),
        band(940, 74, dye.deep),
        flat(teeth, accent.lit),
        band(1040, 22, accent.base),
        band(1096, 48, pen.material.cloth.base),
        band(1096, 14, dye.deep),
        band(1170, 20, accent.shade),
        folds(
          scene,
          "M430 780Q400 940 360 1240M520 780Q520 1000 490 1240M770 780Q820 960 850 1240",
        ),
        flat("M700 720Q760 900 740 1260H900Q860 900 770 760Z", pen.light.shadow, 0.22),
      ].join(""),
    }) +
    pen.form(
      bilateral(middle, [
        [0, 664],
        [84, 668],
        [120, 690, 140, 720, 120, 752],
        [60, 800, 20, 812, 0, 816],
      ]),
      accent,
      {
        shade: 26,
        rim: 9,
        inside: stroke("M500 720Q600 810 700 716M520 756Q600 830 680 752", accent.shade, 6),
      },
    )
  );
}

export function pilgrimRobe(scene: Scene): Svg {
  const { pen, dye } = scene;
  const creases = [
    "M470 860Q440 1040 450 1250",
    "M540 880Q530 1060 560 1250",
    "M660 880Q690 1060 650 1250",
    "M740 850Q780 1040 760 1250",
    "M360 870Q310 1040 300 1250",
    "M840 870Q890 1040 900 1250",
  ];
  return [
    pen.form(torso, dye, {
      shade: 70,
      rim: 13,
      inside: [
        ...creases.map(
          (crease) => stroke(crease, dye.shade, 22, 0.8) + stroke(crease, dye.deep, 7),
        ),
        flat("M590 800Q560 1040 584 1260H640Q620 1040 620 800Z", dye.deep, 0.6),
      ].join(""),
    }),
    beads(scene),
  ].join("");
}

function beads({ pen }: Scene): Svg {
  const { wood, brass } = pen.material;
  return Array.from({ length: 15 }, (_, index) => {
    const angle = Math.PI * (0.06 + (0.88 * index) / 14);
    const [x, y] = [middle + Math.cos(angle) * 150, 800 + Math.sin(angle) * 250];
    return pen.form(ellipse(x, y, index === 7 ? 24 : 15), index === 7 ? brass : wood, {
      shade: 7,
      rim: 4,
      outline: 4,
    });
  }).join("");
}

export function cowl(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const outer = bilateral(middle, [
    [0, 690],
    [80, 650],
    [150, 634, 214, 690, 236, 770],
    [236, 850, 110, 900, 0, 904],
  ]);
  return pen.form(outer, dye, {
    shade: 44,
    rim: 12,
    inside: [
      stroke("M420 700Q470 800 600 830Q730 800 780 700", dye.shade, 20, 0.9),
      stroke("M384 780Q470 860 600 872Q730 860 816 780", dye.deep, 7),
      stroke("M440 690Q500 760 600 778Q700 760 760 690", dye.deep, 8),
      stroke("M366 800Q470 896 600 900Q730 896 834 800", accent.base, 12),
    ].join(""),
  });
}
