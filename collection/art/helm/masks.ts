import { middle } from "../anatomy.ts";
import { drawGlass, glassOf } from "../glass.ts";
import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import {
  bilateral,
  box,
  d,
  ellipse,
  flat,
  group,
  moved,
  type Svg,
  stroke,
  translation,
} from "../svg.ts";

export function longBeak(scene: Scene): Svg {
  const { pen, dye } = scene;
  const { leather, brass } = pen.material;
  const black = pen.tones("#3a3640");
  const hood = bilateral(middle, [
    [0, 280],
    [110, 284, 160, 360, 160, 470],
    [160, 600, 170, 700, 210, 800],
    [0, 830],
  ]);
  const beak =
    "M516 452C470 500 380 590 292 726C420 706 580 690 664 620C700 580 700 500 676 450Q600 410 516 452Z";
  const lens = (x: number, radius: number) =>
    pen.form(ellipse(x, 426, radius + 14), brass, { shade: 10, rim: 7 }) +
    drawGlass(scene, ellipse(x, 426, radius), x, 426, radius * 2, radius * 2);
  return [
    pen.form(
      hood,
      { ...dye, base: mix(dye.base, dye.deep, 0.45) },
      {
        shade: 46,
        rim: 12,
        inside: stroke("M470 640Q600 760 740 640M456 720Q600 830 752 720", dye.deep, 8),
      },
    ),
    pen.form(beak, leather, {
      shade: 34,
      rim: 11,
      inside:
        stroke("M300 722C420 640 540 570 668 540", leather.deep, 6) +
        [0, 1, 2, 3, 4, 5]
          .map((step) => stroke(d`M${372 + step * 52} ${650 - step * 26}l12 26`, leather.lit, 5))
          .join(""),
    }),
    stroke("M420 640l-12 20M470 622l-10 22", leather.deep, 8),
    lens(534, 50),
    lens(676, 44),
    pen.form("M478 300C474 220 490 180 520 172H690C716 180 734 220 730 300Z", black, {
      shade: 40,
      rim: 10,
      inside: flat("M470 262H740V310H470Z", dye.base) + flat(box(640, 262, 40, 44, 4), brass.base),
    }),
    pen.form("M330 318Q400 286 600 286Q810 286 874 318Q810 352 600 352Q400 352 330 318Z", black, {
      shade: 16,
      rim: 9,
    }),
  ].join("");
}

export function antlers({ pen }: Scene): Svg {
  const { bone } = pen.material;
  const branch =
    "M548 340C500 300 420 290 372 220C350 180 346 140 356 96M448 280C430 240 440 190 462 150M392 246C350 240 316 220 296 180";
  const limb = (width: number, color: string) => stroke(branch, color, width);
  const one =
    limb(44, pen.light.ink) + limb(31, bone.base) + moved(translation(-6, -3), limb(8, bone.lit));
  const other =
    limb(44, pen.light.ink) +
    limb(31, mix(bone.base, bone.shade, 0.6)) +
    moved(translation(7, 2), limb(9, bone.shade));
  return one + group({ transform: "translate(1206 0) scale(-1 1) rotate(3 600 340)" }, other);
}

export function antlerMask(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const { bone } = pen.material;
  const hood = bilateral(middle, [
    [0, 262],
    [120, 266, 182, 350, 178, 470],
    [172, 600, 186, 700, 226, 800],
    [0, 830],
  ]);
  const skull = bilateral(middle, [
    [0, 312],
    [90, 306, 136, 360, 132, 440],
    [126, 520, 74, 560, 66, 640],
    [60, 720, 30, 744, 0, 746],
  ]);
  const lens = (side: number) =>
    drawGlass(scene, ellipse(middle + side * 74, 460, 42, 46), middle + side * 74, 460, 84, 92);
  return [
    pen.form(hood, dye, {
      shade: 50,
      rim: 13,
      inside: stroke(
        "M436 520Q430 680 400 800M764 520Q770 680 800 800M470 300Q440 380 440 460",
        dye.shade,
        12,
      ),
    }),
    pen.form(skull, bone, {
      shade: 44,
      rim: 10,
      inside: [
        stroke("M600 316V520M560 560Q600 580 640 560", bone.shade, 7),
        flat(
          "M572 640Q582 600 592 650L588 700Q570 690 572 640ZM628 640Q618 600 608 650L612 700Q630 690 628 640Z",
          bone.deep,
        ),
        stroke("M520 380Q560 350 590 372M680 380Q640 350 610 372", bone.deep, 6),
        flat("M600 326L618 376L600 426L582 376Z", accent.base),
      ].join(""),
    }),
    lens(-1),
    lens(1),
  ].join("");
}

export function signalBox(scene: Scene): Svg {
  const { pen, dye, drifter } = scene;
  const { steel, wood } = pen.material;
  const glow = glassOf(drifter.traits.visage).stops[0];
  const glass = "M446 316Q600 298 754 316Q768 440 754 566Q600 582 446 566Q432 440 446 316Z";
  const aerial = "M600 250L500 104M600 250L716 120";
  return [
    pen.line(aerial, 15),
    stroke(aerial, steel.lit, 6),
    pen.form(ellipse(498, 100, 14), pen.material.poppy, { shade: 5, rim: 3 }),
    pen.form(ellipse(718, 116, 14), steel, { shade: 5, rim: 3 }),
    pen.form(box(520, 640, 160, 120, 10), steel, {
      shade: 40,
      rim: 6,
      inside: [664, 688, 712, 736].map((y) => stroke(`M520 ${y}H680`, steel.deep, 7)).join(""),
    }),
    pen.form(box(390, 248, 424, 430, 46), dye, {
      shade: 56,
      rim: 13,
      inside:
        flat(box(390, 610, 424, 80), wood.base) + flat(box(390, 606, 424, 8), pen.light.ink, 0.8),
    }),
    pen.form(box(420, 284, 362, 304, 60), { ...steel, base: steel.shade }, { shade: 16, rim: 6 }),
    drawGlass(scene, glass, 600, 440, 316, 260),
    stroke("M530 400V446M664 400V446", glow, 26),
    stroke("M520 510Q545 484 570 510T620 510T680 504", glow, 12),
    ...[460, 520].map(
      (x) =>
        pen.form(ellipse(x, 644, 18), steel, { shade: 6, rim: 4, outline: 4 }) +
        pen.line(`M${x} 644l8 -12`, 4),
    ),
    ...[620, 650, 680, 710, 740].map((x) => stroke(`M${x} 630V660`, wood.deep, 8)),
  ].join("");
}
