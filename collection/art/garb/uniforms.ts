import { middle } from "../anatomy.ts";
import type { Scene } from "../scene.ts";
import { bilateral, box, d, disc, ellipse, flat, type Svg, stroke } from "../svg.ts";
import { button, folds, sleeves, torso } from "./torso.ts";

export function pressureSuit(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const { steel, rubber } = pen.material;
  const joint = (side: number) =>
    [0, 1, 2]
      .map((step) => {
        const x = middle + side * (262 + step * 34);
        return stroke(
          d`M${x} ${772 + step * 14}C${x + side * 6} ${850 + step * 12} ${x - side * 10} ${920 + step * 10} ${x - side * 44} ${980 + step * 16}`,
          step % 2 === 0 ? accent.base : dye.deep,
          step % 2 === 0 ? 20 : 9,
        );
      })
      .join("");
  const hose = (data: string) =>
    pen.line(data, 40) +
    stroke(data, rubber.base, 30) +
    stroke(data, rubber.lit, 30, 0.25) +
    `<path d="${data}" fill="none" stroke="${rubber.deep}" stroke-width="30" stroke-dasharray="7 13"/>`;
  return [
    pen.form(torso, dye, {
      shade: 64,
      rim: 13,
      inside:
        folds(scene, "M480 800Q470 880 500 940M720 800Q730 880 700 940") +
        joint(-1) +
        joint(1) +
        sleeves(scene),
    }),
    hose("M500 960C430 940 410 860 450 770"),
    hose("M700 980C790 960 800 860 750 770"),
    pen.form(box(478, 908, 200, 150, 20), steel, {
      shade: 16,
      rim: 7,
      inside: [
        flat(box(500, 930, 84, 50, 8), rubber.deep),
        stroke("M510 962L528 950L544 964L572 940", accent.lit, 5),
        disc(628, 956, 26, rubber.base),
        stroke("M628 956L642 940", pen.material.poppy.lit, 6),
        ...[506, 544, 582, 620].map((x, index) =>
          flat(box(x, 1006, 26, 30, 5), index === 2 ? pen.material.poppy.base : rubber.base),
        ),
      ].join(""),
    }),
  ].join("");
}

/** Draws the far side of the ring around neck or helm. */
export function neckRingBehind({ pen }: Scene): Svg {
  const { steel } = pen.material;
  return pen.form(
    ellipse(middle, 704, 178, 46),
    { ...steel, base: steel.deep, shade: pen.light.ink },
    { shade: 20, rim: 0 },
  );
}

export function neckRing({ pen, accent }: Scene): Svg {
  const { steel } = pen.material;
  const front = bilateral(middle, [
    [0, 732],
    [96, 732, 166, 722, 180, 698],
    [186, 716, 184, 736, 178, 746],
    [150, 784, 70, 796, 0, 796],
  ]);
  return [
    pen.form(front, steel, {
      shade: 24,
      rim: 9,
      inside: stroke(d`M${middle - 180} 742Q${middle} 808 ${middle + 180} 742`, accent.base, 13),
    }),
    ...[-140, -76, 0, 76, 140].map((dx) =>
      disc(middle + dx, 752 - Math.abs(dx) * 0.16, 7, steel.deep),
    ),
  ].join("");
}

export function railTunic(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const epaulette = (side: number) =>
    Array.from({ length: 9 }, (_, index) => {
      const x = middle + side * (236 + index * 19);
      const y = 806 + index * index * 0.9;
      return stroke(
        d`M${x} ${y}l${side * 8} 58`,
        index % 2 ? pen.material.brass.base : pen.material.brass.shade,
        12,
      );
    }).join("") +
    pen.form(
      d`M${middle + side * 196} 770C${middle + side * 270} 748 ${middle + side * 370} 780 ${middle + side * 408} 850C${middle + side * 350} 862 ${middle + side * 260} 830 ${middle + side * 204} 810Z`,
      accent,
      { shade: 14, rim: 7 },
    );
  const flap = "M478 770L722 770L760 900L700 1260H500L440 900Z";
  return [
    pen.form(torso, dye, {
      shade: 62,
      rim: 12,
      inside: folds(scene, "M400 960Q380 1100 400 1240M820 960Q850 1100 820 1240") + sleeves(scene),
    }),
    pen.form(flap, accent, {
      shade: 40,
      rim: 8,
      inside:
        flat("M452 900L486 790H714L748 900L690 1260H510Z", dye.base) +
        flat("M600 770H760V1260H600Z", dye.shade, 0.5),
    }),
    pen.line("M600 800L588 1240", 5),
    ...[0, 1, 2, 3].map(
      (row) =>
        button(scene, 496 + row * 7, 860 + row * 100, 18) +
        button(scene, 706 - row * 7, 860 + row * 100, 18),
    ),
    epaulette(-1),
    epaulette(1),
  ].join("");
}

export function standCollar({ pen, dye, accent }: Scene): Svg {
  return (
    pen.form(
      bilateral(middle, [
        [0, 704],
        [100, 668],
        [128, 700, 136, 740, 140, 792],
        [80, 818, 30, 824, 0, 824],
      ]),
      dye,
      { shade: 30, rim: 9, inside: stroke("M466 776Q600 836 734 776", accent.base, 14) },
    ) +
    pen.line("M600 706V822", 5) +
    disc(556, 770, 10, pen.material.brass.base) +
    disc(644, 770, 10, pen.material.brass.base)
  );
}

export function bibAndStraps(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const { brass, leather } = pen.material;
  const check =
    Array.from(
      { length: 13 },
      (_, index) => d`M${140 + index * 76} 740L${120 + index * 78} 1260`,
    ).join("") +
    Array.from(
      { length: 8 },
      (_, index) => d`M140 ${790 + index * 70}Q600 ${830 + index * 70} 1060 ${790 + index * 70}`,
    ).join("");
  const strap = (side: number) =>
    d`M${middle + side * 150} 736L${middle + side * 214} 752L${middle + side * 160} 960L${middle + side * 104} 950Z`;
  return [
    pen.form(torso, accent, {
      shade: 62,
      rim: 12,
      inside:
        stroke(check, accent.shade, 13, 0.6) +
        flat(d`M846 1240C840 1110 844 1020 868 950Q900 1040 892 1240Z`, accent.deep, 0.55) +
        pen.line("M846 1240C840 1110 844 1020 868 950M354 1240C360 1110 356 1020 332 950", 6),
    }),
    pen.form("M520 700L600 790L680 700L716 726L648 836L600 800L552 836L484 726Z", accent, {
      shade: 20,
      rim: 9,
    }),
    pen.form("M452 930Q600 970 748 930L790 1260H410Z", dye, {
      shade: 44,
      rim: 10,
      inside: stroke("M462 958Q600 996 738 958", dye.lit, 4, 0.9),
    }),
    pen.form(strap(-1), dye, { shade: 12, rim: 7 }),
    pen.form(strap(1), dye, { shade: 14, rim: 6 }),
    pen.form(box(436, 924, 76, 56, 10), brass, { shade: 10, rim: 5 }),
    pen.form(box(690, 924, 76, 56, 10), brass, { shade: 10, rim: 5 }),
    pen.form("M510 1060H640V1190Q575 1226 510 1190Z", dye, {
      shade: 18,
      rim: 7,
      inside: stroke("M510 1084H640", dye.deep, 5),
    }),
    pen.form("M532 1070L524 980Q536 962 548 980L556 1070Z", pen.material.steel, {
      shade: 8,
      rim: 4,
    }),
    pen.form("M580 1070V1000H606V1070Z", leather, { shade: 8, rim: 4 }),
  ].join("");
}
