import type { Helm } from "../traits.ts";
import { bee } from "./burden.ts";
import { faceOutline, middle } from "./face.ts";
import { drawGlass, glassOf } from "./glass.ts";
import { drawHair, drawHairBehind } from "./hair.ts";
import { mix, type Tones } from "./light.ts";
import { type Drawing, nothing, type Scene } from "./scene.ts";
import {
  bilateral,
  box,
  d,
  disc,
  ellipse,
  flat,
  group,
  moved,
  type Svg,
  stroke,
  translation,
} from "./svg.ts";
import { goggle } from "./visage.ts";

interface Layers {
  /** Whether there is a face under it. */
  face: boolean;
  /** Behind head and neck. */
  behind: Drawing;
  /** Between face and what is worn on the face: hair, shadows. */
  under: Drawing;
  /** Before everything else on the head. */
  over: Drawing;
}

export function helmOf({ drifter }: Scene): Layers {
  return helms[drifter.traits.helm];
}

const hat = (over: Drawing, shadow = 440, behind: Drawing = nothing): Layers => ({
  face: true,
  behind: (scene) => drawHairBehind(scene) + behind(scene),
  under: (scene) => browShadow(scene, shadow),
  over,
});
const closed = (over: Drawing, behind: Drawing = nothing): Layers => ({
  face: false,
  behind,
  under: nothing,
  over,
});

const helms: Readonly<Record<Helm, Layers>> = {
  "Bare Head": { face: true, behind: drawHairBehind, under: drawHair, over: nothing },
  "Wide Brim": hat(wideBrim, 446),
  "Reed Cone": hat(reedCone, 452, reedConeUnderside),
  "Deep Hood": {
    face: true,
    behind: hoodLining,
    under: (scene) => browShadow(scene, 420),
    over: deepHood,
  },
  "Wound Scarf": {
    face: true,
    behind: scarfTail,
    under: (scene) => browShadow(scene, 412),
    over: woundScarf,
  },
  "Flyer's Cap": hat(flyersCap, 410),
  "Shearling Hat": hat(shearlingHat, 436),
  "Glass Dome": {
    face: true,
    behind: domeBack,
    under: (scene) => scene.pen.clip(globe, drawHair(scene)),
    over: glassDome,
  },
  "Diver's Bell": closed(diversBell),
  "Moon Helm": closed(moonHelm),
  "Kettle Helm": closed(kettleHelm),
  "Hare Helm": closed(hareHelm, hareEars),
  "Bee Veil": {
    face: true,
    behind: nothing,
    under: (scene) => browShadow(scene, 440),
    over: beeVeil,
  },
  "Long Beak": closed(longBeak),
  "Antler Mask": closed(antlerMask, antlers),
  "Signal Box": closed(signalBox),
  "Lamp Crown": { face: true, behind: drawHairBehind, under: drawHair, over: lampCrown },
};

/** What a brim or a hood leaves in the dark, down to height `y`. */
function browShadow(scene: Scene, y: number): Svg {
  return scene.pen.clip(
    faceOutline(scene),
    flat(d`M400 200H800V${y - 10}Q${middle} ${y + 14} 400 ${y - 10}Z`, scene.skin.deep, 0.72),
    flat(
      d`M400 ${y - 12}Q${middle} ${y + 12} 800 ${y - 12}V${y + 18}Q${middle} ${y + 40} 400 ${y + 18}Z`,
      scene.pen.dots(scene.skin.deep),
      0.6,
    ),
  );
}

// Hats

function wideBrim({ pen, dye, accent, random }: Scene): Svg {
  const felt = random("felt").chance(0.5)
    ? pen.material.leather
    : { ...dye, base: mix(dye.base, dye.deep, 0.4) };
  const crown =
    "M452 346C446 250 468 176 524 166Q566 158 604 188Q644 156 686 168C736 182 756 250 748 346Q600 300 452 346Z";
  const brim =
    "M262 372C300 330 400 334 470 320C540 300 660 300 730 320C800 334 900 322 944 364C930 404 850 404 780 388C700 366 500 366 420 390C350 410 276 412 262 372Z";
  return [
    pen.form(crown, felt, {
      shade: 46,
      rim: 11,
      inside:
        flat("M440 352Q600 302 760 352V300Q600 250 440 300Z", accent.base) +
        stroke("M604 190Q590 220 596 262", felt.deep, 7),
    }),
    pen.form(brim, felt, { shade: 22, rim: 9 }),
    pen.form("M700 312C730 240 780 180 852 150C836 220 790 290 716 322Z", pen.material.cloth, {
      shade: 12,
      rim: 5,
      inside: stroke("M712 316Q780 240 846 156", pen.material.cloth.deep, 4),
    }),
  ].join("");
}

function reedConeUnderside({ pen }: Scene): Svg {
  return pen.form(
    ellipse(middle, 392, 300, 44),
    { ...pen.material.straw, base: pen.material.straw.deep, shade: pen.light.ink },
    { rim: 0 },
  );
}

function reedCone({ pen, accent }: Scene): Svg {
  const { straw } = pen.material;
  const cone = "M596 132Q606 126 614 134L914 380Q912 396 890 402Q600 470 312 402Q288 396 290 380Z";
  const weave = Array.from(
    { length: 15 },
    (_, index) => d`M604 134L${292 + index * 44} ${400 + 40 * Math.sin((index / 14) * Math.PI)}`,
  ).join("");
  const rings = [0.34, 0.56, 0.78]
    .map(
      (at) =>
        d`M${602 - 306 * at} ${134 + 258 * at}Q602 ${134 + 258 * at + 66 * at} ${602 + 306 * at} ${134 + 258 * at}`,
    )
    .join("");
  return [
    stroke("M470 420Q480 560 560 660M736 420Q724 560 640 660", pen.light.ink, 12),
    stroke("M470 420Q480 560 560 660M736 420Q724 560 640 660", accent.base, 5),
    pen.form(cone, straw, {
      shade: 80,
      rim: 12,
      inside:
        stroke(weave, straw.shade, 4, 0.75) +
        stroke(rings, straw.deep, 5, 0.8) +
        stroke("M352 336Q602 432 852 336", accent.base, 20),
    }),
  ].join("");
}

function shearlingHat(scene: Scene): Svg {
  const { pen, dye } = scene;
  const { fur } = pen.material;
  const flap = (side: number) =>
    tufted(scene, middle + side * 156, 486, 56, 120, `flap ${side}`, fur);
  return [
    flap(-1),
    flap(1),
    pen.form("M444 350C430 230 510 176 602 176C694 176 772 230 758 350Z", dye, {
      shade: 44,
      rim: 11,
      inside: stroke("M602 180V340M520 196Q500 260 506 340M684 196Q706 260 700 340", dye.deep, 6),
    }),
    tufted(scene, middle, 352, 190, 68, "band", fur),
    pen.form(ellipse(middle, 352, 24), pen.material.brass, { shade: 8, rim: 5 }),
  ].join("");
}

/** A body of fur: an ellipse with a ragged edge. */
function tufted(
  { pen, random }: Scene,
  x: number,
  y: number,
  rx: number,
  ry: number,
  part: string,
  fur: Tones,
): Svg {
  const stream = random(part);
  const count = Math.round((rx + ry) / 7);
  const edge = Array.from({ length: count * 2 }, (_, index) => {
    const angle = (index / (count * 2)) * 2 * Math.PI;
    const reach = index % 2 === 0 ? stream.between(1.02, 1.1) : 0.94;
    return d`${x + Math.cos(angle) * (rx * reach + (index % 2 === 0 ? 6 : 0))} ${y + Math.sin(angle) * (ry * reach + (index % 2 === 0 ? 6 : 0))}`;
  });
  const strands = Array.from({ length: count }, () => {
    const angle = stream.between(0, 2 * Math.PI);
    const reach = stream.between(0.2, 0.8);
    return d`M${x + Math.cos(angle) * rx * reach - 9} ${y + Math.sin(angle) * ry * reach - 8}l9 18l9 -16`;
  });
  return pen.form(`M${edge.join("L")}Z`, fur, {
    shade: Math.min(rx, ry) * 0.5,
    rim: 9,
    inside: stroke(strands.join(""), fur.deep, 4.5, 0.75),
  });
}

function flyersCap(scene: Scene): Svg {
  const { pen, drifter } = scene;
  const { leather, brass } = pen.material;
  const cap =
    "M470 586C440 540 446 460 448 420C436 300 510 246 600 246C690 246 764 300 752 420C754 460 760 540 730 586L704 612C690 600 690 570 694 540C712 490 716 440 692 400Q600 356 508 400C484 440 488 490 506 540C510 570 510 600 496 612Z";
  const raised =
    drifter.traits.visage === "Dust Goggles"
      ? ""
      : pen.form("M446 330Q600 290 754 330V362Q600 326 446 362Z", leather, { shade: 0, rim: 5 }) +
        goggle(scene, 540, 334, 50, brass) +
        goggle(scene, 662, 334, 50, brass);
  return [
    pen.form(cap, leather, {
      shade: 34,
      rim: 10,
      inside: stroke(
        "M600 246V380M520 262Q480 320 484 420M680 262Q720 320 716 420",
        leather.deep,
        6,
      ),
    }),
    disc(476, 500, 12, brass.base),
    disc(726, 500, 12, brass.base),
    raised,
  ].join("");
}

// Cloth

const hoodOpening =
  "L744 810C756 700 752 620 748 500C744 380 690 300 600 294C510 300 456 380 452 500C448 620 444 700 456 810Z";

function hoodLining({ pen, dye }: Scene): Svg {
  const lining = bilateral(middle, [
    [0, 210],
    [120, 214, 196, 320, 200, 480],
    [204, 600, 206, 700, 230, 800],
    [0, 820],
  ]);
  return pen.form(
    lining,
    { ...dye, base: mix(dye.deep, pen.light.ink, 0.35), shade: pen.light.ink },
    { shade: 60, rim: 0 },
  );
}

function deepHood({ pen, dye, accent }: Scene): Svg {
  const hood = `M344 820C372 700 384 600 388 480C390 320 462 206 586 164C610 156 640 172 660 196C754 230 812 340 814 480C816 600 830 700 858 820${hoodOpening}`;
  return pen.form(hood, dye, {
    shade: 40,
    rim: 13,
    inside: [
      stroke(
        "M438 812C444 700 434 620 434 500C438 370 506 276 600 276C694 276 762 370 766 500C766 620 756 700 762 812",
        accent.base,
        16,
      ),
      stroke(
        "M410 500C412 370 480 250 590 226M400 640Q412 560 410 520M792 500C790 380 740 270 640 222",
        dye.shade,
        9,
      ),
    ].join(""),
  });
}

function scarfTail({ pen, accent }: Scene): Svg {
  return pen.form(
    "M700 300C800 340 830 460 822 600C816 700 850 760 880 850L800 880C770 800 740 720 744 620Z",
    accent,
    {
      shade: 30,
      rim: 8,
      inside: stroke("M760 400Q800 540 790 660Q790 760 830 860", accent.shade, 8),
    },
  );
}

function woundScarf({ pen, accent, dye }: Scene): Svg {
  const turban =
    "M442 432C404 300 480 206 606 204C734 206 800 300 760 430Q690 368 600 376Q510 368 442 432Z";
  const around = bilateral(middle, [
    [0, 640],
    [70, 636],
    [130, 640, 168, 690, 160, 742],
    [140, 800, 60, 812, 0, 812],
  ]);
  return [
    pen.form(turban, accent, {
      shade: 46,
      rim: 12,
      inside: [
        stroke(
          "M430 400Q560 270 760 268M436 350Q540 230 700 222M470 420Q600 320 790 340",
          accent.shade,
          20,
          0.85,
        ),
        stroke(
          "M440 420Q560 290 770 290M430 360Q540 240 720 236M500 400Q620 330 790 372",
          accent.deep,
          6,
        ),
        stroke("M520 210Q660 250 772 400", dye.base, 22, 0.9),
      ].join(""),
    }),
    pen.form(ellipse(586, 366, 26, 30), pen.material.brass, {
      shade: 9,
      rim: 5,
      inside: disc(586, 366, 11, dye.base),
    }),
    pen.form(around, accent, {
      shade: 34,
      rim: 10,
      inside:
        stroke("M446 690Q600 780 752 680M444 740Q600 820 754 730", accent.deep, 6) +
        stroke("M470 664Q600 740 736 660", accent.shade, 16),
    }),
  ].join("");
}

function beeVeil(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { straw } = pen.material;
  const veil = bilateral(middle, [
    [0, 350],
    [250, 350],
    [262, 440, 250, 560, 244, 640],
    [240, 730, 210, 790, 150, 806],
    [80, 826, 0, 830],
  ]);
  const mesh = Array.from(
    { length: 40 },
    (_, index) => d`M${100 + index * 26} 340l260 520M${1100 - index * 26} 340l-260 520`,
  ).join("");
  return [
    pen.clip(
      veil,
      flat(veil, pen.light.key, 0.14),
      stroke(mesh, pen.light.ink, 2.4, 0.55),
      flat("M690 340Q800 600 720 840H900V340Z", pen.light.shadow, 0.35),
    ),
    pen.line(veil, 5),
    stroke("M352 372Q346 560 364 690", pen.light.rim, 8, 0.7),
    pen.form("M470 346C470 250 510 216 602 214C694 216 734 250 734 346Z", straw, {
      shade: 40,
      rim: 10,
      inside: flat("M460 300Q600 270 740 300V350H460Z", accent.base),
    }),
    pen.form("M290 360Q330 320 600 320Q870 320 912 360Q870 396 600 398Q330 396 290 360Z", straw, {
      shade: 24,
      rim: 9,
      inside: stroke("M310 362Q600 410 890 362M330 346Q600 376 870 346", straw.shade, 5),
    }),
    bee(scene, 820, 470),
    bee(scene, 372, 250),
  ].join("");
}

function lampCrown(scene: Scene): Svg {
  const { pen } = scene;
  const { brass, cloth, flame } = pen.material;
  const candle = (x: number, y: number, height: number) =>
    [
      disc(x, y - height - 26, 64, flame.base, 0.18),
      disc(x, y - height - 26, 40, flame.base, 0.25),
      pen.form(box(x - 15, y - height, 30, height + 14, 6), cloth, { shade: 8, rim: 5 }),
      flat(
        d`M${x} ${y - height - 62}Q${x + 24} ${y - height - 24} ${x + 12} ${y - height - 8}Q${x} ${y - height + 2} ${x - 12} ${y - height - 8}Q${x - 24} ${y - height - 24} ${x} ${y - height - 62}Z`,
        "#ffb02e",
      ),
      flat(d`M${x} ${y - height - 38}q10 18 0 30q-10 -12 0 -30Z`, "#fff6cf"),
    ].join("");
  return [
    candle(478, 318, 54),
    candle(540, 300, 74),
    candle(604, 296, 92),
    candle(668, 300, 70),
    candle(728, 318, 58),
    pen.form(
      "M444 384C440 350 446 320 452 306Q600 262 752 306C758 320 762 350 758 384Q600 330 444 384Z",
      brass,
      { shade: 26, rim: 9, inside: stroke("M456 352Q600 302 748 352", brass.deep, 5) },
    ),
    ...[500, 600, 700].map(
      (x) =>
        disc(x, 318 + Math.abs(x - 600) * 0.14, 12, pen.material.poppy.base) +
        disc(x - 4, 314 + Math.abs(x - 600) * 0.14, 4, "#ffffff", 0.8),
    ),
  ].join("");
}

// Glass and metal

const globe = ellipse(middle, 458, 236);

function domeBack(scene: Scene): Svg {
  return (
    flat(globe, scene.palette.air[2], 0.3) +
    scene.pen.line(globe, 5, 0.5) +
    scene.pen.clip(globe, drawHairBehind(scene))
  );
}

function glassDome({ pen, palette }: Scene): Svg {
  const { steel } = pen.material;
  const shine = mix(palette.light.key, "#ffffff", 0.6);
  return [
    pen.clip(
      globe,
      flat("M860 300Q820 600 640 720H900Z", pen.light.shadow, 0.18),
      stroke("M408 540A216 216 0 0 1 500 270", shine, 22, 0.85),
      stroke("M424 586A216 216 0 0 1 412 566", shine, 18, 0.8),
      flat("M672 220L726 240L640 700H580Z", shine, 0.1),
      flat("M752 262L772 280L692 700H672Z", shine, 0.12),
      stroke("M810 380A216 216 0 0 1 800 570", shine, 10, 0.6),
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

function diversBell(scene: Scene): Svg {
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

function moonHelm(scene: Scene): Svg {
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

function kettleHelm(scene: Scene): Svg {
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

function hareEars({ pen, dye, accent }: Scene): Svg {
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

function hareHelm(scene: Scene): Svg {
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

function longBeak(scene: Scene): Svg {
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

function antlers({ pen }: Scene): Svg {
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

function antlerMask(scene: Scene): Svg {
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

function signalBox(scene: Scene): Svg {
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
