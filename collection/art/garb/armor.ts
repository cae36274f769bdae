import { middle } from "../anatomy.ts";
import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { bilateral, box, d, disc, flat, type Svg, stroke } from "../svg.ts";
import { sleeves, torso } from "./torso.ts";

export function platedHarness(scene: Scene): Svg {
  const { pen, dye } = scene;
  const { leather, brass } = pen.material;
  const plate = pen.tones(mix("#8f9aa0", "#b08a58", 0.25));
  const pauldron = (side: number) =>
    [2, 1, 0]
      .map((step) => {
        const y = 762 + step * 62;
        const x = middle + side * (240 + step * 18);
        const reach = 150 - step * 8;
        return (
          pen.form(
            d`M${x - side * 86} ${y + 6}C${x - side * 20} ${y - 34} ${x + side * reach * 0.8} ${y - 14} ${x + side * reach} ${y + 92}Q${x + side * 40} ${y + 62} ${x - side * 70} ${y + 88}Z`,
            step === 1 ? dye : plate,
            { shade: 26, rim: 9 },
          ) +
          disc(x - side * 44, y + 52, 8, brass.base) +
          disc(x + side * (reach - 38), y + 56, 8, brass.base)
        );
      })
      .join("");
  const breast = bilateral(middle, [
    [0, 800],
    [120, 780],
    [206, 800, 226, 900, 206, 1010],
    [150, 1080, 60, 1110, 0, 1116],
  ]);
  return [
    pen.form(
      torso,
      { ...dye, base: dye.shade },
      {
        shade: 60,
        rim: 8,
        inside:
          stroke("M360 1100Q600 1180 840 1100M350 1170Q600 1250 850 1170", dye.deep, 8) +
          sleeves(scene),
      },
    ),
    pen.form(breast, plate, {
      shade: 46,
      rim: 12,
      inside:
        flat("M600 800L560 1116H520L560 796Z", plate.lit, 0.5) +
        stroke("M396 930Q600 990 804 930", plate.shade, 7) +
        flat("M380 960Q600 1020 820 960V1000Q600 1060 380 1000Z", dye.base),
    }),
    pen.line("M600 804V1114", 5),
    pen.form("M458 770L506 762L500 1010L452 1000Z", leather, { shade: 10, rim: 5 }),
    pen.form("M742 770L694 762L700 1010L748 1000Z", leather, { shade: 10, rim: 5 }),
    pen.form(box(446, 900, 64, 46, 8), brass, { shade: 10, rim: 5 }),
    pen.form(box(692, 900, 64, 46, 8), brass, { shade: 10, rim: 5 }),
    pauldron(-1),
    pauldron(1),
  ].join("");
}

export function gorget({ pen }: Scene): Svg {
  const { leather, brass } = pen.material;
  return (
    pen.form(
      bilateral(middle, [
        [0, 690],
        [86, 670],
        [140, 690, 160, 740, 150, 786],
        [90, 826, 40, 836, 0, 838],
      ]),
      leather,
      { shade: 34, rim: 9, inside: stroke("M450 760Q600 830 750 760", leather.deep, 6) },
    ) +
    [-100, -50, 0, 50, 100]
      .map((dx) => disc(middle + dx, 806 - Math.abs(dx) * 0.2, 8, brass.base))
      .join("")
  );
}
