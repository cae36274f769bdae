import type { Companion, Garb } from "../traits.ts";
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
  type Svg,
  scaling,
  stroke,
  translation,
} from "./svg.ts";

/** Who travels along, on the shoulder away from the light. Each is drawn with its feet at the origin. */
export const drawCompanion: Drawing = (scene) => {
  const { companion, garb } = scene.drifter.traits;
  const height = shoulderHeights[garb] ?? 822;
  const x = 600 + 268 * scene.person.build;
  const shadow =
    companion === "None" ? "" : flat(ellipse(14, 14, 84, 22), scene.pen.light.shadow, 0.4);
  return moved(translation(x, height), shadow, companions[companion](scene));
};

const shoulderHeights: Partial<Record<Garb, number>> = {
  "Striped Poncho": 858,
  "Plated Harness": 800,
};

const companions: Readonly<Record<Companion, Drawing>> = {
  None: nothing,
  "Sand Fox": sandFox,
  Rook: rook,
  "Barn Owl": barnOwl,
  "Horned Lizard": hornedLizard,
  "Speckled Hen": speckledHen,
  "Tunnel Cat": tunnelCat,
  "Lantern Moth": lanternMoth,
  "Sky Jelly": skyJelly,
  "Wind-up Wren": windUpWren,
  "Dust Hare": dustHare,
  "Little Moon": littleMoon,
};

/** Two eyes with a spark in each. */
function eyes({ pen }: Scene, y: number, gap: number, radius: number, color?: string): Svg {
  return [-gap, gap]
    .map(
      (x) =>
        (color
          ? disc(x, y, radius * 1.25, color) + pen.line(ellipse(x, y, radius * 1.25), 3)
          : "") +
        disc(x, y, radius, pen.light.ink) +
        disc(x - radius * 0.35, y - radius * 0.4, radius * 0.36, "#ffffff"),
    )
    .join("");
}

function sandFox(scene: Scene): Svg {
  const { pen } = scene;
  const coat = pen.tones("#dfa45c");
  const cream = pen.tones("#f3e2bf");
  const ear = "M-22 -206C-60 -250 -96 -300 -112 -356C-60 -340 -10 -290 2 -230Z";
  const tail = "M50 -16C130 -20 168 -80 150 -150C200 -110 200 10 110 30C80 36 50 20 50 -16Z";
  return [
    pen.form(tail, coat, {
      shade: 22,
      rim: 8,
      inside: flat("M150 -150C200 -110 196 -60 180 -40L130 -80Z", cream.base),
    }),
    pen.form("M-70 10C-86 -70 -60 -140 0 -146C60 -140 86 -70 70 10Q0 34 -70 10Z", coat, {
      shade: 30,
      rim: 9,
      inside: flat("M-36 -150Q0 -40 -14 20H14Q0 -40 36 -150Z", cream.base),
    }),
    pen.form(ear, coat, {
      shade: 12,
      rim: 8,
      inside: flat(
        "M-30 -220C-60 -256 -84 -300 -96 -334C-60 -310 -26 -270 -14 -236Z",
        mix(coat.base, "#a8443a", 0.5),
      ),
    }),
    pen.form("M22 -206C60 -250 96 -300 112 -356C60 -340 10 -290 -2 -230Z", coat, {
      shade: 18,
      rim: 5,
      inside: flat(
        "M30 -220C60 -256 84 -300 96 -334C60 -310 26 -270 14 -236Z",
        mix(coat.shade, "#a8443a", 0.5),
      ),
    }),
    pen.form(
      bilateral(0, [
        [0, -252],
        [46, -252, 84, -220, 88, -178],
        [70, -160, 40, -140, 0, -108],
      ]),
      coat,
      {
        shade: 24,
        rim: 8,
        inside: flat("M-90 -176Q-40 -190 -8 -120L0 -100L8 -120Q40 -190 90 -176L0 -90Z", cream.base),
      },
    ),
    eyes(scene, -190, 36, 11),
    flat("M-13 -128Q0 -138 13 -128Q8 -112 0 -108Q-8 -112 -13 -128Z", pen.light.ink),
    pen.line("M-26 16V-20M26 16V-20", 5),
  ].join("");
}

function rook(scene: Scene): Svg {
  const { pen } = scene;
  const feather = pen.tones("#2d3040");
  const beak = pen.tones("#9b8f80");
  return [
    pen.line("M-20 0V24M24 0V24", 9),
    pen.form("M64 -20C110 10 150 60 176 110C130 90 70 70 30 20Z", feather, { shade: 12, rim: 7 }),
    pen.form(
      "M-74 -160C-96 -80 -60 10 10 16C80 12 112 -30 96 -100C80 -160 30 -200 -20 -214Z",
      feather,
      { shade: 34, rim: 10 },
    ),
    pen.form(
      "M-20 -140C40 -150 110 -100 128 20C60 10 0 -30 -20 -140Z",
      { ...feather, base: mix(feather.base, feather.lit, 0.18) },
      {
        shade: 18,
        rim: 9,
        inside: stroke("M10 -100Q60 -60 100 0M-4 -80Q40 -20 80 4", feather.deep, 6),
      },
    ),
    pen.form("M-96 -222L-206 -196Q-150 -176 -90 -178Z", beak, {
      shade: 10,
      rim: 6,
      inside: stroke("M-206 -196L-96 -196", beak.deep, 5),
    }),
    pen.form(
      "M-104 -200C-110 -260 -70 -288 -30 -286C20 -280 40 -230 20 -180C0 -150 -60 -150 -84 -168Z",
      feather,
      { shade: 24, rim: 10 },
    ),
    disc(-58, -228, 15, pen.tones("#e9dfc4").base),
    disc(-60, -228, 9, pen.light.ink),
    disc(-64, -232, 3.5, "#ffffff"),
  ].join("");
}

function barnOwl(scene: Scene): Svg {
  const { pen } = scene;
  const back = pen.tones("#c98f4e");
  const pale = pen.tones("#f2e7cf");
  const specks = [
    [-30, -110],
    [0, -90],
    [28, -114],
    [-18, -66],
    [18, -60],
    [0, -30],
    [-34, -40],
    [34, -36],
  ]
    .map(([x = 0, y = 0]) => d`M${x - 5} ${y}l5 8l5 -8`)
    .join("");
  const heart =
    "M0 -234C20 -270 84 -268 86 -214C86 -170 40 -144 0 -128C-40 -144 -86 -170 -86 -214C-84 -268 -20 -270 0 -234Z";
  return [
    pen.form("M-92 -120C-110 -40 -80 50 0 56C80 50 110 -40 92 -120Z", back, { shade: 30, rim: 9 }),
    pen.form("M-58 -140C-70 -40 -50 30 0 36C50 30 70 -40 58 -140Z", pale, {
      shade: 22,
      rim: 0,
      inside: stroke(specks, back.shade, 5),
    }),
    pen.form("M-104 -130C-130 -60 -120 10 -80 44C-50 0 -50 -80 -66 -140Z", back, {
      shade: 14,
      rim: 9,
      inside: stroke("M-96 -80Q-90 -20 -80 20", back.deep, 5),
    }),
    pen.form("M104 -130C130 -60 120 10 80 44C50 0 50 -80 66 -140Z", back, {
      shade: 20,
      rim: 5,
      inside: stroke("M96 -80Q90 -20 80 20", back.deep, 5),
    }),
    pen.form(ellipse(0, -206, 106, 92), back, { shade: 26, rim: 9 }),
    pen.form(heart, pale, { shade: 20, rim: 6, outline: 5 }),
    eyes(scene, -206, 36, 17),
    pen.form("M-10 -188Q0 -196 10 -188L0 -154Z", pen.tones("#d9a65a"), {
      shade: 4,
      rim: 3,
      outline: 4,
    }),
    pen.line("M-34 30v22M-20 34v22M20 34v22M34 30v22", 8),
  ].join("");
}

function hornedLizard(scene: Scene): Svg {
  const { pen } = scene;
  const scale = pen.tones("#b98a4a");
  const random = scene.random("lizard");
  const thorns = Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [-70 + index * 26, -88 + Math.abs(index - 4) * 5];
    return d`M${x - 12} ${y + 14}L${x + 4} ${y - random.between(20, 34)}L${x + 14} ${y + 14}Z`;
  }).join("");
  const bands = [-50, -6, 38, 82]
    .map((x) => stroke(d`M${x} -110Q${x + 18} -60 ${x + 4} 0`, scale.shade, 14, 0.8))
    .join("");
  return [
    pen.form(
      "M110 -50C190 -30 220 40 180 110C172 126 150 120 156 100C172 50 150 20 100 10Z",
      scale,
      {
        shade: 14,
        rim: 7,
        inside: stroke("M140 -30l-10 40M176 0l-26 30M190 50l-34 10", scale.shade, 10),
      },
    ),
    pen.form(thorns, scale, { shade: 4, rim: 4, outline: 5 }),
    pen.form(
      "M-110 -60C-90 -110 90 -110 130 -50C140 -10 100 30 20 30C-60 30 -120 0 -110 -60Z",
      scale,
      { shade: 24, rim: 9, inside: bands },
    ),
    pen.form(
      "M-64 -10C-90 10 -100 30 -116 36C-90 50 -50 40 -34 14ZM60 -4C50 20 52 40 40 50C70 56 100 40 104 10Z",
      scale,
      { shade: 8, rim: 5 },
    ),
    pen.form(
      "M-104 -120L-60 -178L-66 -118ZM-140 -128L-128 -190L-104 -130ZM-60 -100L-6 -130L-46 -76Z",
      scale,
      { shade: 6, rim: 5 },
    ),
    pen.form(
      "M-196 -74C-196 -110 -150 -138 -104 -134C-60 -130 -40 -90 -56 -56C-80 -30 -150 -30 -188 -46C-200 -52 -200 -62 -196 -74Z",
      scale,
      { shade: 18, rim: 8 },
    ),
    pen.line("M-194 -66Q-150 -52 -100 -62", 5),
    disc(-124, -96, 14, pen.tones("#f0c64a").base),
    disc(-126, -96, 8, pen.light.ink),
  ].join("");
}

function speckledHen(scene: Scene): Svg {
  const { pen } = scene;
  const plume = pen.tones("#7a6a5e");
  const red = pen.material.poppy;
  const random = scene.random("hen");
  const specks = Array.from({ length: 26 }, () =>
    flat(ellipse(random.between(-70, 110), random.between(-130, 20), 6, 9), plume.lit, 0.9),
  );
  return [
    pen.line("M-10 10V40M30 10V40", 9),
    pen.form(
      "M70 -120C100 -190 170 -210 196 -180C176 -160 190 -130 170 -110C180 -80 150 -40 110 -40Z",
      plume,
      { shade: 16, rim: 9, inside: stroke("M110 -90Q150 -130 176 -160", plume.deep, 6) },
    ),
    pen.form(
      "M-96 -150C-116 -60 -70 26 20 24C100 20 140 -50 116 -110C70 -90 20 -110 -6 -170Z",
      plume,
      { shade: 34, rim: 10, inside: specks.join("") },
    ),
    pen.form(
      "M10 -100C60 -110 110 -80 112 -30C60 -10 10 -40 10 -100Z",
      { ...plume, base: mix(plume.base, plume.lit, 0.2) },
      {
        shade: 14,
        rim: 8,
        inside: stroke("M34 -70Q64 -50 90 -44M30 -50Q54 -30 78 -30", plume.deep, 5),
      },
    ),
    pen.form(
      "M-92 -262C-104 -292 -76 -302 -70 -280C-70 -310 -38 -312 -40 -284C-26 -306 0 -292 -12 -262Z",
      red,
      { shade: 8, rim: 5 },
    ),
    pen.form(
      "M-100 -140C-116 -200 -110 -262 -60 -268C-10 -268 10 -220 4 -160C-20 -130 -70 -120 -100 -140Z",
      plume,
      { shade: 20, rim: 9 },
    ),
    pen.form("M-104 -228L-152 -206L-102 -196Z", pen.tones("#e3a93f"), { shade: 5, rim: 4 }),
    pen.form("M-104 -196C-124 -180 -118 -148 -100 -150C-86 -156 -84 -184 -92 -196Z", red, {
      shade: 6,
      rim: 4,
    }),
    disc(-64, -224, 15, pen.tones("#f2b53a").base),
    disc(-66, -224, 9, pen.light.ink),
    disc(-69, -228, 3, "#ffffff"),
  ].join("");
}

function tunnelCat(scene: Scene): Svg {
  const { pen } = scene;
  const coat = pen.tones(scene.random("cat").pick(["#3a3540", "#8c8078", "#c47f45", "#e4dac8"]));
  const stripes = stroke(
    "M-20 -262V-240M0 -266V-238M20 -262V-240M-84 -180h20M-82 -164h18M84 -180h-20M82 -164h-18",
    coat.deep,
    7,
  );
  return [
    pen.line("M60 0C140 20 170 90 120 140C100 160 84 150 90 130", 42),
    stroke("M60 0C140 20 170 90 120 140C100 160 84 150 90 130", coat.base, 30),
    pen.form("M-72 14C-84 -70 -60 -130 0 -136C60 -130 84 -70 72 14Q0 36 -72 14Z", coat, {
      shade: 30,
      rim: 9,
      inside: stroke(
        "M60 -90h-30M66 -60h-36M68 -30h-34M-60 -90h24M-66 -60h28M-68 -30h28",
        coat.deep,
        8,
        0.8,
      ),
    }),
    pen.form("M-86 -200L-92 -304L-22 -250ZM86 -200L92 -304L22 -250Z", coat, { shade: 10, rim: 8 }),
    flat("M-78 -222L-82 -280L-42 -250ZM78 -222L82 -280L42 -250Z", mix(coat.base, "#c46a60", 0.6)),
    pen.form(
      bilateral(0, [
        [0, -264],
        [56, -264, 96, -226, 94, -186],
        [90, -136, 40, -122, 0, -122],
      ]),
      coat,
      { shade: 24, rim: 9, inside: stripes },
    ),
    eyes(scene, -194, 40, 12, pen.tones("#f4cf4e").lit),
    flat("M-10 -166Q0 -172 10 -166L0 -154Z", pen.tones("#c46a60").base),
    pen.line("M0 -154Q-4 -140 -20 -144M0 -154Q4 -140 20 -144", 4.5),
    pen.line("M-50 -156L-116 -166M-50 -148L-114 -142M50 -156L116 -166M50 -148L114 -142", 3),
    pen.line("M-26 20V-16M26 20V-16", 5),
  ].join("");
}

function lanternMoth(scene: Scene): Svg {
  const { pen } = scene;
  const wing = pen.tones("#d98f5a");
  const fur = pen.tones("#efe0c4");
  const { flame } = pen.material;
  const upper = "M0 -160C40 -270 150 -320 220 -280C230 -200 160 -110 20 -100Z";
  const lower = "M14 -110C100 -110 160 -60 150 0C110 50 40 10 6 -60Z";
  const side = (base: Svg) => base;
  const wings = (tones: Scene["dye"]) =>
    pen.form(lower, tones, {
      shade: 14,
      rim: 8,
      inside: flat(ellipse(96, -34, 24), flame.lit) + flat(ellipse(96, -34, 11), pen.light.ink),
    }) +
    pen.form(upper, tones, {
      shade: 16,
      rim: 9,
      inside:
        stroke("M10 -130Q110 -170 216 -250M10 -120Q110 -130 190 -180", tones.deep, 6, 0.7) +
        stroke("M226 -286Q236 -190 150 -116", fur.base, 16) +
        flat(ellipse(136, -216, 34), flame.lit) +
        flat(ellipse(136, -216, 18), tones.deep) +
        disc(130, -222, 6, "#ffffff"),
    });
  return [
    disc(0, -150, 220, flame.base, 0.14),
    side(wings({ ...wing, base: mix(wing.base, wing.shade, 0.4) })),
    moved(scaling(-1, 1), wings(wing)),
    pen.form("M-26 -150C-34 -80 -20 0 0 20C20 0 34 -80 26 -150Z", fur, {
      shade: 12,
      rim: 7,
      inside: stroke(
        "M-30 -90Q0 -76 30 -90M-28 -60Q0 -46 28 -60M-24 -30Q0 -18 24 -30",
        wing.deep,
        6,
      ),
    }),
    pen.form(ellipse(0, -164, 40, 34), fur, { shade: 10, rim: 7 }),
    eyes(scene, -168, 20, 11),
    pen.line("M-14 -190C-30 -230 -60 -240 -76 -236M14 -190C30 -230 60 -240 76 -236", 7),
  ].join("");
}

function skyJelly(scene: Scene): Svg {
  const { pen } = scene;
  const bell = pen.tones(scene.random("jelly").pick(["#e58aa8", "#7fc6d6", "#b79ae0", "#f0b46a"]));
  const arms = [-74, -44, -14, 16, 46, 74]
    .map(
      (x, index) =>
        d`M${x} -220C${x - 26} -160 ${x + 30} -120 ${x - 10} -60C${x - 30} -20 ${x + 16} ${index * 6} ${x - 4} ${30 + (index % 3) * 26}`,
    )
    .join("");
  const dome =
    "M-120 -230C-126 -340 -60 -390 0 -390C60 -390 126 -340 120 -230Q96 -206 72 -226Q48 -204 24 -226Q0 -204 -24 -226Q-48 -204 -72 -226Q-96 -206 -120 -230Z";
  return moved(
    translation(34, -30),
    [
      disc(0, -260, 200, bell.lit, 0.16),
      stroke(arms, pen.light.ink, 13, 0.85),
      stroke(arms, bell.lit, 6),
      pen.form(dome, bell, {
        shade: 30,
        rim: 11,
        inside: [
          flat(ellipse(-30, -290, 26, 44), bell.lit, 0.6),
          flat(ellipse(30, -290, 26, 44), bell.lit, 0.4),
          stroke("M-120 -252Q0 -214 120 -252", bell.deep, 6, 0.7),
          flat(ellipse(-66, -332, 16, 26), "#ffffff", 0.7),
        ].join(""),
      }),
    ].join(""),
  );
}

function windUpWren(scene: Scene): Svg {
  const { pen } = scene;
  const { brass, copper, steel } = pen.material;
  const cog = Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * 2 * Math.PI;
    const reach = index % 2 === 0 ? 44 : 33;
    return d`${26 + Math.cos(angle) * reach} ${-82 + Math.sin(angle) * reach}`;
  });
  return [
    pen.line("M-20 0L-26 30M20 0L20 30", 8),
    pen.line("M96 -140L160 -196", 18),
    stroke("M96 -140L160 -196", steel.base, 9),
    pen.form("M150 -216C130 -260 170 -286 196 -258C226 -240 206 -194 168 -204Z", steel, {
      shade: 8,
      rim: 6,
      inside: flat(ellipse(178, -236, 15), pen.light.ink),
    }),
    pen.form("M84 -60L190 -92L196 -56L160 -40L180 -20L90 -20Z", copper, { shade: 12, rim: 7 }),
    pen.form(
      "M-100 -110C-100 -190 -40 -226 20 -216C90 -204 124 -140 108 -70C90 -6 30 16 -26 4C-76 -10 -100 -60 -100 -110Z",
      brass,
      { shade: 34, rim: 11, inside: stroke("M-100 -60Q0 -20 112 -70", brass.deep, 5) },
    ),
    pen.form(`M${cog.join("L")}Z`, copper, { shade: 8, rim: 5, outline: 5 }),
    pen.form(ellipse(26, -82, 13), steel, { shade: 4, rim: 3, outline: 4 }),
    pen.form("M-96 -150L-158 -132L-98 -108Z", copper, { shade: 6, rim: 5 }),
    pen.form(ellipse(-46, -150, 25), steel, { shade: 6, rim: 5 }),
    disc(-48, -150, 13, pen.light.ink),
    disc(-53, -155, 5, "#ffffff"),
    ...[-70, -40, 60, 88].map((x, index) =>
      disc(x, index < 2 ? -44 : -150 + index * 8, 6, brass.deep),
    ),
  ].join("");
}

function dustHare(scene: Scene): Svg {
  const { pen } = scene;
  const coat = pen.tones("#a98c6d");
  const pale = pen.tones("#eadcc4");
  const ear = "M-14 -230C-60 -290 -66 -370 -46 -420C-10 -390 14 -310 10 -236Z";
  return [
    pen.form(ellipse(84, -10, 30), pale, { shade: 10, rim: 6 }),
    pen.form("M-64 14C-80 -60 -50 -140 6 -140C70 -134 100 -60 84 14Q0 34 -64 14Z", coat, {
      shade: 32,
      rim: 9,
      inside: flat("M-50 -60Q-20 -20 -30 20H6Q10 -60 -10 -130Z", pale.base),
    }),
    pen.form(ear, coat, {
      shade: 10,
      rim: 8,
      inside: flat(
        "M-16 -246C-44 -300 -48 -350 -40 -390C-20 -350 -4 -300 -4 -246Z",
        mix(coat.base, "#c4766a", 0.55),
      ),
    }),
    pen.form(
      "M6 -232C26 -300 70 -330 120 -336C150 -330 156 -300 130 -300C96 -290 60 -260 34 -216Z",
      coat,
      {
        shade: 12,
        rim: 7,
        inside: flat(
          "M20 -236C50 -290 84 -312 112 -318C90 -290 60 -260 36 -226Z",
          mix(coat.shade, "#c4766a", 0.45),
        ),
      },
    ),
    pen.form(
      "M-96 -176C-96 -226 -50 -254 -4 -250C44 -246 70 -206 60 -160C44 -120 -20 -110 -60 -124C-90 -134 -98 -156 -96 -176Z",
      coat,
      { shade: 22, rim: 9, inside: flat("M-110 -150Q-60 -170 -36 -116H-110Z", pale.base) },
    ),
    disc(-30, -192, 16, pen.light.ink),
    disc(-36, -198, 6, "#ffffff"),
    flat("M-98 -174Q-84 -182 -78 -170Q-84 -158 -96 -160Z", pen.tones("#b85f58").base),
    pen.line("M-84 -162Q-74 -146 -58 -148", 4),
    pen.line("M-60 -150L-128 -140M-60 -142L-120 -120M-64 -158L-130 -164", 3),
    pen.line("M-36 20V-20M30 20V-20", 5),
  ].join("");
}

function littleMoon(scene: Scene): Svg {
  const { pen } = scene;
  const stone = pen.tones("#e9dfc6");
  return moved(
    translation(20, -60),
    [
      disc(0, -180, 190, stone.lit, 0.14),
      disc(0, -180, 146, stone.lit, 0.2),
      pen.form(ellipse(0, -180, 104), stone, {
        shade: 44,
        rim: 11,
        inside: [
          flat(ellipse(-34, -216, 26), stone.shade, 0.7),
          flat(ellipse(40, -150, 34), stone.shade, 0.7),
          flat(ellipse(-20, -130, 16), stone.shade, 0.7),
          flat(ellipse(34, -230, 13), stone.shade, 0.7),
        ].join(""),
      }),
      pen.line("M-150 -150C-100 -90 110 -130 160 -214", 12),
      stroke("M-150 -150C-100 -90 110 -130 160 -214", stone.lit, 5),
      pen.form(box(118, -196, 26, 26, 6), pen.material.poppy, { shade: 5, rim: 4, outline: 4 }),
    ].join(""),
  );
}
