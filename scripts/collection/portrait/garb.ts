import type { Garb } from "../traits.ts";
import { middle } from "./face.ts";
import { mix } from "./light.ts";
import { type Drawing, nothing, type Scene } from "./scene.ts";
import {
  bilateral,
  box,
  d,
  disc,
  ellipse,
  flat,
  moved,
  type Segment,
  type Svg,
  scaling,
  stroke,
} from "./svg.ts";

interface Layers {
  /** Behind the head. */
  back: Drawing;
  /** The body, over the neck. */
  body: Drawing;
  /** What stands up before chin or helm. */
  front: Drawing;
}

export const drawGarbBehind: Drawing = (scene) => built(scene, garbOf(scene).back);
export const drawGarb: Drawing = (scene) =>
  built(scene, (same) => garbOf(same).body(same) + shadowOfHead(same));
export const drawCollar: Drawing = (scene) => built(scene, garbOf(scene).front);

const garbs: Readonly<Record<Garb, Layers>> = {
  "Long Duster": { back: turnedUpCollar, body: longDuster, front: nothing },
  "Pressure Suit": { back: neckRingBehind, body: pressureSuit, front: neckRing },
  "Striped Poncho": { back: nothing, body: stripedPoncho, front: nothing },
  "Quilted Coat": { back: nothing, body: quiltedCoat, front: quiltedCollar },
  "Plated Harness": { back: nothing, body: platedHarness, front: gorget },
  "Pilgrim Robe": { back: nothing, body: pilgrimRobe, front: cowl },
  "Fur Parka": { back: nothing, body: furParka, front: furCollar },
  "Rail Tunic": { back: nothing, body: railTunic, front: standCollar },
  "Bib and Straps": { back: nothing, body: bibAndStraps, front: nothing },
};

/** Broad or slight, as the wearer is. */
function built(scene: Scene, draw: Drawing): Svg {
  return moved(scaling(scene.person.build, 1, middle), draw(scene));
}

function garbOf({ drifter }: Scene): Layers {
  return garbs[drifter.traits.garb];
}

const shoulders: readonly Segment[] = [
  [0, 690],
  [70, 694],
  [110, 716, 130, 752, 200, 768],
  [290, 786, 352, 812, 380, 920],
  [402, 1010, 424, 1120, 440, 1260],
  [0, 1260],
];
const torso = bilateral(middle, shoulders);

/** What the head keeps from the chest. */
function shadowOfHead({ pen }: Scene): Svg {
  return pen.clip(
    torso,
    flat(ellipse(middle + 70, 800, 236, 124), pen.dots(pen.light.shadow), 0.4),
    flat(ellipse(middle + 66, 786, 214, 104), pen.light.shadow, 0.36),
  );
}

/** The line between sleeve and chest, on both sides. */
function sleeves(scene: Scene): Svg {
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

function folds(scene: Scene, ...paths: string[]): Svg {
  return stroke(paths.join(""), scene.dye.shade, 7, 0.9);
}

// Long Duster

function longDuster(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const lapel = (side: number) =>
    d`M${middle + side * 84} 690C${middle + side * 130} 720 ${middle + side * 176} 760 ${middle + side * 196} 800L${middle + side * 150} 850L${middle + side * 172} 880C${middle + side * 130} 980 ${middle + side * 60} 1080 ${middle + side * 14} 1150C${middle + side * 20} 1000 ${middle + side * 40} 820 ${middle + side * 60} 720Z`;
  const cape = (side: number) =>
    d`M${middle + side * 190} 800C${middle + side * 260} 860 ${middle + side * 330} 900 ${middle + side * 396} 900`;
  return [
    pen.form(torso, dye, {
      shade: 60,
      rim: 12,
      inside:
        folds(
          scene,
          "M330 1000Q360 1100 330 1240M420 920Q460 1060 440 1240M880 1000Q850 1100 880 1240",
        ) + sleeves(scene),
    }),
    pen.form(
      bilateral(middle, [
        [0, 680],
        [64, 700],
        [50, 900],
        [10, 1180],
        [0, 1180],
      ]),
      accent,
      {
        shade: 34,
        rim: 0,
        inside: stroke(
          "M560 800Q600 830 640 800M550 880Q600 912 650 880M568 960Q600 984 632 960",
          accent.shade,
          6,
          0.8,
        ),
      },
    ),
    pen.clip(torso, pen.line(cape(1) + cape(-1), 6)),
    pen.form(lapel(-1), dye, { shade: 16, rim: 9 }),
    pen.form(lapel(1), { ...dye, base: mix(dye.base, dye.shade, 0.5) }, { shade: 26, rim: 6 }),
    button(scene, 590, 1100),
    button(scene, 592, 1180),
  ].join("");
}

function turnedUpCollar({ pen, dye }: Scene): Svg {
  const outline = bilateral(middle, [
    [0, 690],
    [40, 690, 90, 670, 116, 630],
    [150, 650, 176, 720, 176, 790],
    [0, 830],
  ]);
  return pen.form(outline, { ...dye, base: dye.shade, shade: dye.deep }, { shade: 40, rim: 9 });
}

function button({ pen }: Scene, x: number, y: number, radius = 14): Svg {
  return pen.form(ellipse(x, y, radius), pen.material.brass, { shade: 6, rim: 4, outline: 4 });
}

// Pressure Suit

function pressureSuit(scene: Scene): Svg {
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

/** The far side of the ring, which neck or helm stands in. */
function neckRingBehind({ pen }: Scene): Svg {
  const { steel } = pen.material;
  return pen.form(
    ellipse(middle, 704, 178, 46),
    { ...steel, base: steel.deep, shade: pen.light.ink },
    { shade: 20, rim: 0 },
  );
}

function neckRing({ pen, accent }: Scene): Svg {
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

// Striped Poncho

function stripedPoncho(scene: Scene): Svg {
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

// Quilted Coat

function quiltedCoat(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  const rows = Array.from({ length: 6 }, (_, index) => {
    const y = 826 + index * 84;
    const seam = d`M${middle - 460} ${y + 34}Q${middle - 240} ${y - 34} ${middle} ${y + 20}Q${middle + 240} ${y - 34} ${middle + 460} ${y + 34}`;
    const under = d`M${middle - 460} ${y + 16}Q${middle - 240} ${y - 52} ${middle} ${y + 2}Q${middle + 240} ${y - 52} ${middle + 460} ${y + 16}`;
    return (
      stroke(under, dye.shade, 24, 0.7) +
      stroke(seam, pen.light.ink, 5) +
      stroke(
        d`M${middle - 440} ${y + 48}Q${middle - 240} ${y - 14} ${middle - 40} ${y + 34}`,
        dye.lit,
        7,
        0.55,
      )
    );
  }).join("");
  const toggles = [880, 990, 1100].map(
    (y) =>
      pen.line(d`M566 ${y}H634`, 7) +
      pen.form(box(572, y - 12, 56, 24, 12), pen.material.wood, { shade: 8, rim: 4, outline: 4 }),
  );
  return [
    pen.form(torso, dye, { shade: 60, rim: 13, inside: rows + sleeves(scene) }),
    pen.form(d`M570 770H632V1260H570Z`, accent, { shade: 14, rim: 6 }),
    ...toggles,
  ].join("");
}

function quiltedCollar({ pen, dye, accent }: Scene): Svg {
  const outline = bilateral(middle, [
    [0, 676],
    [90, 660],
    [160, 640],
    [176, 690, 172, 740, 150, 784],
    [90, 812, 40, 822, 0, 822],
  ]);
  return pen.form(outline, dye, {
    shade: 36,
    rim: 10,
    inside:
      stroke("M436 720Q600 800 764 720M446 764Q600 836 754 764", pen.light.ink, 4) +
      flat("M585 660H617V840H585Z", accent.base),
  });
}

// Plated Harness

function platedHarness(scene: Scene): Svg {
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

function gorget({ pen }: Scene): Svg {
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

// Pilgrim Robe

function pilgrimRobe(scene: Scene): Svg {
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

function cowl(scene: Scene): Svg {
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

// Fur Parka

function furParka(scene: Scene): Svg {
  const { pen, dye, accent } = scene;
  return [
    pen.form(torso, dye, {
      shade: 62,
      rim: 13,
      inside:
        folds(scene, "M400 900Q420 1060 390 1240M800 900Q780 1060 810 1240") +
        sleeves(scene) +
        stroke("M220 1130Q300 1160 372 1130M828 1130Q900 1160 980 1130", accent.base, 34),
    }),
    pen.form(
      "M572 830H630V1260H572Z",
      { ...dye, base: mix(dye.base, dye.shade, 0.5) },
      { shade: 12, rim: 6 },
    ),
    ...[930, 1040, 1150].map((y) =>
      pen.form(d`M556 ${y}L640 ${y - 12}L648 ${y + 8}L562 ${y + 22}Z`, pen.material.bone, {
        shade: 6,
        rim: 4,
        outline: 5,
      }),
    ),
    pocket(scene, 420, 1080),
  ].join("");
}

function pocket({ pen, dye }: Scene, x: number, y: number): Svg {
  return (
    pen.form(box(x, y, 120, 150, 14), dye, { shade: 14, rim: 6 }) +
    pen.form(d`M${x - 6} ${y}h132v40l-66 22l-66 -22Z`, dye, { shade: 10, rim: 6 })
  );
}

function furCollar(scene: Scene): Svg {
  const { pen } = scene;
  const { fur } = pen.material;
  const random = scene.random("fur");
  const around = 44;
  const points = Array.from({ length: around * 2 }, (_, index) => {
    const angle = (index / (around * 2)) * 2 * Math.PI;
    const reach = index % 2 === 0 ? random.between(1.04, 1.14) : 0.95;
    return d`${middle + Math.cos(angle) * 236 * reach} ${764 + Math.sin(angle) * 104 * reach}`;
  });
  const tufts = Array.from({ length: 26 }, () => {
    const angle = random.between(0, 2 * Math.PI);
    const [x, y] = [middle + Math.cos(angle) * 180, 764 + Math.sin(angle) * 72];
    return d`M${x - 12} ${y - 8}l12 22l12 -20`;
  }).join("");
  return pen.form(`M${points.join("L")}Z`, fur, {
    shade: 40,
    rim: 12,
    inside: stroke(tufts, fur.deep, 5, 0.8) + flat(ellipse(middle, 700, 130, 40), fur.deep, 0.6),
  });
}

// Rail Tunic

function railTunic(scene: Scene): Svg {
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

function standCollar({ pen, dye, accent }: Scene): Svg {
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

// Bib and Straps

function bibAndStraps(scene: Scene): Svg {
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
