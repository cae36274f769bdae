import { middle } from "../anatomy.ts";
import { drawGlass } from "../glass.ts";
import { drawHairBehind } from "../hair.ts";
import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { bilateral, box, d, disc, ellipse, flat, type Svg, stroke } from "../svg.ts";

export const globe = ellipse(middle, 446, 238, 268);

export function domeBack(scene: Scene): Svg {
  return (
    flat(globe, scene.palette.air[2], 0.3) +
    scene.pen.line(globe, 5, 0.5) +
    scene.pen.clip(globe, drawHairBehind(scene))
  );
}

export function glassDome({ pen, palette }: Scene): Svg {
  const { steel } = pen.material;
  const shine = mix(palette.light.key, "#ffffff", 0.6);
  return [
    pen.clip(
      globe,
      flat("M860 300Q820 600 640 720H900Z", pen.light.shadow, 0.18),
      stroke("M400 530C376 420 410 300 492 244", shine, 22, 0.85),
      stroke("M420 584L412 566", shine, 18, 0.8),
      flat("M672 220L726 240L640 700H580Z", shine, 0.1),
      flat("M752 262L772 280L692 700H672Z", shine, 0.12),
      stroke("M812 370C828 440 822 510 798 566", shine, 10, 0.6),
    ),
    pen.line(globe, 7),
    pen.form(
      bilateral(middle, [
        [0, 652],
        [100, 652, 172, 664, 176, 690],
        [176, 726, 100, 750, 0, 750],
      ]),
      steel,
      {
        shade: 26,
        rim: 8,
        inside: [-130, -70, 0, 70, 130]
          .map((dx) => disc(middle + dx, 716 - Math.abs(dx) * 0.1, 8, steel.deep))
          .join(""),
      },
    ),
  ].join("");
}

function bolts(
  { pen }: Scene,
  x: number,
  y: number,
  radius: number,
  count: number,
  fill: string,
): Svg {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + 0.5) / count) * 2 * Math.PI;
    const [bx, by] = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    return disc(bx, by, 8, fill) + pen.line(ellipse(bx, by, 8), 3);
  }).join("");
}

export function diversBell(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { copper, brass } = pen.material;
  const shell = bilateral(middle, [
    [0, 214],
    [150, 214, 232, 310, 232, 440],
    [232, 560, 196, 650, 168, 716],
    [0, 736],
  ]);
  const port = (x: number, rx: number) =>
    pen.form(ellipse(x, 452, rx + 14, 84), brass, { shade: 10, rim: 6 }) +
    drawGlass(scene, ellipse(x, 452, rx - 4, 62), x, 452, 80, 120);
  return [
    pen.form(box(566, 172, 72, 70, 12), brass, { shade: 14, rim: 6 }),
    pen.form(box(548, 164, 108, 28, 12), brass, { shade: 10, rim: 6 }),
    pen.form(shell, copper, {
      shade: 70,
      rim: 14,
      inside:
        stroke("M420 330Q600 240 780 330M430 620Q600 680 770 620", copper.deep, 6) +
        stroke("M420 340Q600 250 780 340", accent.base, 10, 0),
    }),
    pen.clip(shell, port(410, 34), port(800, 34)),
    pen.form(ellipse(590, 456, 148), brass, { shade: 20, rim: 10 }),
    bolts(scene, 590, 456, 128, 12, brass.shade),
    drawGlass(scene, ellipse(590, 456, 106), 590, 456, 212, 212),
    pen.line("M552 356V556M628 356V556", 16),
    stroke("M552 356V556M628 356V556", brass.base, 8),
    pen.form(
      bilateral(middle, [
        [0, 690],
        [120, 690, 190, 704, 196, 726],
        [196, 760, 100, 786, 0, 786],
      ]),
      brass,
      { shade: 26, rim: 9 },
    ),
    ...[-150, -90, -30, 30, 90, 150].map((dx) =>
      disc(middle + dx, 744 - Math.abs(dx) * 0.08, 9, brass.deep),
    ),
  ].join("");
}

export function moonHelm(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const { steel } = pen.material;
  const white = pen.tones("#ece5d6");
  const shell = bilateral(middle, [
    [0, 216],
    [144, 216, 226, 314, 226, 452],
    [226, 590, 150, 706, 0, 706],
  ]);
  const glass =
    "M420 420Q430 356 500 346Q600 330 706 348Q780 360 786 424Q794 500 768 556Q740 606 600 612Q460 606 434 552Q410 496 420 420Z";
  const cup = (side: number) =>
    pen.form(ellipse(middle + side * 214, 470, 40, 66), steel, {
      shade: 16,
      rim: 7,
      inside: disc(middle + side * 220, 470, 16, accent.base),
    });
  return [
    pen.line("M800 420L836 236", 16),
    stroke("M800 420L836 236", steel.base, 7),
    pen.form(ellipse(838, 226, 18), pen.material.poppy, { shade: 6, rim: 4 }),
    cup(-1),
    pen.form(shell, white, {
      shade: 64,
      rim: 12,
      inside:
        flat("M560 200H640L650 360H552Z", dye.base) +
        flat("M546 200H554L546 360H536ZM646 200H654L668 360H658Z", accent.base),
    }),
    drawGlass(scene, glass, 602, 474, 366, 268),
    pen.line("M500 640H560M640 640H700", 7),
    cup(1),
    pen.form(
      bilateral(middle, [
        [0, 676],
        [110, 676, 160, 690, 166, 712],
        [160, 744, 90, 762, 0, 762],
      ]),
      steel,
      { shade: 24, rim: 8 },
    ),
  ].join("");
}

export function kettleHelm(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { brass } = pen.material;
  const iron = pen.tones("#77828a");
  const pot = bilateral(middle, [
    [0, 208],
    [116, 212, 184, 262, 190, 360],
    [194, 480, 176, 620, 128, 704],
    [60, 744, 0, 750],
  ]);
  const holes = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map(
      (column) =>
        disc(486 + column * 32 + row * 6, 566 + row * 34, 9, pen.light.ink) +
        disc(654 + column * 32 - row * 6, 566 + row * 34, 9, pen.light.ink),
    ),
  );
  return [
    pen.form(pot, iron, {
      shade: 70,
      rim: 13,
      inside:
        flat("M400 300Q600 240 800 300V340Q600 280 400 340Z", accent.base) +
        flat("M600 200L580 760H500L540 200Z", iron.lit, 0.4),
    }),
    drawGlass(scene, "M428 436Q600 396 772 436L768 494Q600 462 432 494Z", 600, 452, 350, 120),
    ...holes,
    pen.form("M582 210H620L616 440L622 750H580L586 440Z", brass, { shade: 8, rim: 5, outline: 5 }),
    pen.form("M418 500Q600 466 782 500L778 530Q600 498 422 530Z", brass, {
      shade: 8,
      rim: 5,
      outline: 5,
    }),
    pen.form(
      "M596 214C560 150 600 100 700 96C780 96 830 140 850 210C790 170 700 170 640 214Z",
      accent,
      { shade: 22, rim: 8, inside: stroke("M620 200Q680 130 800 160", accent.shade, 7) },
    ),
  ].join("");
}

export function hareEars({ pen, dye, accent }: Scene): Svg {
  const straight = "M520 300C470 240 440 150 462 84C476 66 500 78 516 110C548 170 570 240 580 300Z";
  const bent =
    "M624 300C634 230 656 170 690 130C730 108 770 110 820 150C850 176 838 196 806 190C770 178 744 184 730 206C712 240 696 270 690 310Z";
  return [
    pen.form(straight, dye, {
      shade: 20,
      rim: 10,
      inside: flat("M528 280C494 230 470 160 482 110C510 150 540 220 552 290Z", accent.base),
    }),
    pen.form(bent, dye, {
      shade: 20,
      rim: 10,
      inside: flat("M650 290C664 220 690 170 724 150C712 190 690 250 672 300Z", accent.base),
    }),
  ].join("");
}

export function hareHelm(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const { steel } = pen.material;
  const shell = bilateral(middle, [
    [0, 244],
    [140, 244, 212, 330, 212, 456],
    [212, 590, 140, 700, 0, 706],
  ]);
  const lens = (x: number) =>
    pen.form(ellipse(x, 450, 92), steel, { shade: 14, rim: 8 }) +
    drawGlass(scene, ellipse(x, 450, 72), x, 450, 144, 144);
  return [
    pen.form(shell, dye, {
      shade: 60,
      rim: 13,
      inside:
        stroke("M600 240V700", dye.deep, 6) +
        flat("M400 580Q600 660 800 580V640Q600 720 400 640Z", accent.base),
    }),
    lens(506),
    lens(690),
    pen.form("M548 560Q600 534 656 560L672 660Q600 700 532 660Z", steel, {
      shade: 18,
      rim: 8,
      inside: [584, 606, 628, 650]
        .map((y) => stroke(d`M552 ${y}Q600 ${y + 14} 652 ${y}`, steel.deep, 6))
        .join(""),
    }),
  ].join("");
}
