import type { Keepsake } from "../traits.ts";
import { mix } from "./light.ts";
import type { Drawing, Scene } from "./scene.ts";
import {
  bilateral,
  box,
  disc,
  ellipse,
  flat,
  group,
  moved,
  rotation,
  type Svg,
  scaling,
  stroke,
  translation,
} from "./svg.ts";

/** The raised hand and what it holds. Keepsakes are drawn as if the middle of the fist were the origin. */
export const drawKeepsake: Drawing = (scene) => {
  const { keepsake } = scene.drifter.traits;
  const tilt = Math.round(scene.random("hand").between(-9, 3));
  const place = `${translation(300, 1010)} ${rotation(tilt)}`;
  return moved(
    place,
    [shadowOfArm, forearm, keepsakes[keepsake], fist].map((draw) => draw(scene)).join(""),
  );
};

const keepsakes: Readonly<Record<Keepsake, Drawing>> = {
  "Storm Lantern": stormLantern,
  "Tin Cup": tinCup,
  "Brass Key": brassKey,
  "Sealed Letter": sealedLetter,
  "Long Spanner": longSpanner,
  Hourglass: hourglass,
  "Dowsing Rod": dowsingRod,
  "Hand Bell": handBell,
  "Desert Poppy": desertPoppy,
  "Three Cards": threeCards,
  Spyglass: spyglass,
  "Speckled Egg": speckledEgg,
};

function forearm({ pen, dye, accent }: Scene): Svg {
  return (
    pen.form("M-130 300C-110 180 -90 120 -72 70L72 62C96 130 120 190 130 300Z", dye, {
      shade: 40,
      rim: 12,
      inside: stroke("M-40 110Q-50 200 -70 290M30 110Q50 200 40 290", dye.shade, 8),
    }) + pen.form("M-86 56Q0 30 86 50L94 104Q0 86 -94 112Z", accent, { shade: 24, rim: 8 })
  );
}

function shadowOfArm({ pen }: Scene): Svg {
  const shape =
    "M-90 300C-60 180 -40 120 -30 60C-10 -30 60 -90 116 -60C136 0 130 60 140 110C160 170 180 230 190 300Z";
  return (
    flat(shape, pen.light.shadow, 0.36) +
    moved(translation(22, -6), flat(shape, pen.dots(pen.light.shadow), 0.4))
  );
}

function glove(scene: Scene): Scene["dye"] {
  const { leather, rubber, canvas } = scene.pen.material;
  return scene.random("glove").pick([leather, rubber, canvas]);
}

function fist(scene: Scene): Svg {
  const { pen } = scene;
  const tones = glove(scene);
  return [
    pen.form(
      "M-66 -44C-70 -74 48 -84 62 -52C74 -20 74 30 60 58C30 74 -44 74 -62 54C-74 24 -72 -14 -66 -44Z",
      tones,
      { shade: 24, rim: 9 },
    ),
    pen.line(
      "M-66 -14C-40 -22 -6 -22 16 -14M-68 16C-40 8 -4 8 18 16M-62 44C-40 36 -10 36 14 42",
      5.5,
    ),
    pen.form("M66 -26C50 -58 6 -62 -10 -40C-16 -22 10 -12 40 -4Z", tones, { shade: 10, rim: 7 }),
  ].join("");
}

function stormLantern({ pen }: Scene): Svg {
  const { iron, flame } = pen.material;
  return [
    disc(0, -180, 210, flame.base, 0.13),
    disc(0, -180, 140, flame.base, 0.2),
    pen.line("M-56 -254C-80 -360 80 -360 56 -254", 9),
    pen.form("M-36 -286H36L58 -244H-58Z", iron, { shade: 14, rim: 7 }),
    pen.form(
      "M-56 -246H56C86 -200 84 -140 56 -104H-56C-84 -140 -86 -200 -56 -246Z",
      pen.tones("#ffd47a"),
      {
        shade: 0,
        rim: 0,
        inside:
          flat(ellipse(0, -160, 44, 60), "#fff3c4") +
          flat("M0 -232Q36 -166 18 -136Q0 -118 -18 -136Q-36 -166 0 -232Z", "#ff9428") +
          flat("M0 -186Q14 -152 0 -140Q-14 -152 0 -186Z", "#fff8dc"),
      },
    ),
    pen.line("M-30 -246C-48 -200 -48 -150 -30 -104M30 -246C48 -200 48 -150 30 -104", 5),
    pen.form("M-66 -108H66L56 -36H-56Z", iron, { shade: 24, rim: 8 }),
  ].join("");
}

function tinCup({ pen, palette }: Scene): Svg {
  const { steel } = pen.material;
  const steam = "M-26 -170C-60 -210 10 -240 -24 -300M26 -170C0 -220 60 -250 26 -330";
  return [
    stroke(steam, mix(palette.light.key, "#ffffff", 0.5), 15, 0.65),
    pen.line("M84 -96C150 -110 150 0 70 -6", 30),
    stroke("M84 -96C150 -110 150 0 70 -6", steel.base, 18),
    pen.form("M-88 -130H88L74 40H-74Z", steel, {
      shade: 36,
      rim: 11,
      inside: flat("M-90 -96H90V-70H-90Z", pen.tones("#3f6fa0").base),
    }),
    pen.form(ellipse(0, -130, 88, 24), steel, {
      shade: 0,
      rim: 0,
      inside: flat(ellipse(4, -124, 74, 16), pen.tones("#4a2a18").base),
    }),
  ].join("");
}

function brassKey({ pen }: Scene): Svg {
  const { brass } = pen.material;
  return [
    pen.form("M-16 -60H16V-300H-16Z", brass, { shade: 10, rim: 7 }),
    pen.form("M-16 -76H-84V-104H-60V-124H-84V-152H-16Z", brass, { shade: 8, rim: 6 }),
    pen.form(ellipse(0, -340, 84, 78), brass, { shade: 24, rim: 10, inside: "" }),
    pen.form(ellipse(0, -342, 46, 40), pen.tones("#3f2a3a"), { shade: 0, rim: 0 }),
    pen.form("M-30 -276H30V-254H-30Z", brass, { shade: 8, rim: 5 }),
  ].join("");
}

function sealedLetter({ pen }: Scene): Svg {
  const { cloth, poppy } = pen.material;
  return moved(
    rotation(-10),
    [
      pen.form("M-150 -246H132V-40H-150Z", cloth, {
        shade: 22,
        rim: 9,
        inside: stroke("M-150 -40L-30 -150M132 -40L14 -150", cloth.shade, 6),
      }),
      pen.form("M-150 -246L-9 -124L132 -246Z", cloth, { shade: 14, rim: 9 }),
      pen.form(
        "M-9 -166C24 -170 36 -140 30 -120C26 -96 -2 -86 -26 -94C-50 -104 -52 -136 -38 -152C-30 -162 -20 -164 -9 -166Z",
        poppy,
        { shade: 12, rim: 7, inside: stroke("M-24 -128L-9 -144L8 -128L-9 -110Z", poppy.deep, 5) },
      ),
    ].join(""),
  );
}

function longSpanner({ pen, accent }: Scene): Svg {
  const { steel } = pen.material;
  return [
    pen.form("M-20 80L-24 -260H24L20 80Z", steel, {
      shade: 16,
      rim: 9,
      inside: flat("M-10 -60V-240H6V-60Z", steel.deep, 0.6),
    }),
    pen.form(
      "M-24 -250C-84 -270 -96 -350 -58 -396L-40 -406V-340L0 -318L40 -340V-406L58 -396C96 -350 84 -270 24 -250Z",
      steel,
      { shade: 22, rim: 10 },
    ),
    pen.form("M-24 -120H24V-84H-24Z", accent, { shade: 8, rim: 5 }),
  ].join("");
}

function hourglass({ pen }: Scene): Svg {
  const { wood, brass } = pen.material;
  const glass =
    "M-62 -286H62C62 -220 14 -200 12 -176C14 -152 62 -130 62 -66H-62C-62 -130 -14 -152 -12 -176C-14 -200 -62 -220 -62 -286Z";
  return [
    pen.form(glass, pen.tones("#cfe0de"), {
      shade: 14,
      rim: 8,
      inside:
        flat(
          "M-46 -240Q0 -226 46 -240C40 -208 12 -196 4 -176H-4C-12 -196 -40 -208 -46 -240Z",
          brass.lit,
        ) +
        flat("M-62 -66C-50 -100 -20 -116 0 -120C20 -116 50 -100 62 -66Z", brass.base) +
        stroke("M0 -176V-116", brass.base, 6),
    }),
    pen.form("M-84 -290H-66V-60H-84ZM84 -290H66V-60H84Z", wood, { shade: 6, rim: 5 }),
    pen.form(box(-98, -316, 196, 34, 10), wood, { shade: 16, rim: 8 }),
    pen.form(box(-98, -70, 196, 34, 10), wood, { shade: 16, rim: 8 }),
  ].join("");
}

function dowsingRod(scene: Scene): Svg {
  const { pen } = scene;
  const { wood } = pen.material;
  const rod = "M6 90L0 -150M0 -150C-10 -230 -70 -270 -84 -380M0 -150C14 -230 66 -260 92 -350";
  const drop = (x: number, y: number, scale: number) =>
    moved(
      `${translation(x, y)} ${scaling(scale, scale)}`,
      [
        disc(0, 4, 52, "#9be0f0", 0.25),
        pen.form("M0 -42Q34 2 26 22Q16 42 0 42Q-16 42 -26 22Q-34 2 0 -42Z", pen.tones("#58b4cc"), {
          shade: 10,
          rim: 8,
          outline: 5,
        }),
      ].join(""),
    );
  return [
    pen.line(rod, 35),
    stroke(rod, wood.base, 23),
    group({ transform: "translate(-4 0)" }, stroke(rod, wood.lit, 6)),
    pen.line("M-14 -60L14 -72M-14 -84L14 -96", 6),
    drop(-84, -424, 0.9),
    drop(8, -330, 0.6),
  ].join("");
}

function handBell({ pen }: Scene): Svg {
  const { brass, wood } = pen.material;
  return moved(
    rotation(-14),
    [
      pen.form("M-20 60L-16 -110H16L20 60Z", wood, { shade: 12, rim: 7 }),
      pen.form(
        "M-40 -112C-60 -160 -60 -190 -110 -290C-60 -320 60 -320 110 -290C60 -190 60 -160 40 -112Z",
        brass,
        {
          shade: 36,
          rim: 11,
          inside: stroke("M-72 -210Q0 -190 72 -210M-56 -160Q0 -144 56 -160", brass.deep, 6),
        },
      ),
      pen.form(
        ellipse(0, -292, 112, 34),
        { ...brass, base: brass.deep, shade: pen.light.ink },
        { shade: 20, rim: 7 },
      ),
      pen.form(ellipse(16, -304, 26), brass, { shade: 8, rim: 6 }),
      pen.line("M-150 -370Q-190 -320 -176 -260M150 -370Q190 -320 176 -260", 7, 0.7),
    ].join(""),
  );
}

function desertPoppy({ pen }: Scene): Svg {
  const { poppy, leaf } = pen.material;
  const stem = "M0 90C-10 -40 20 -140 -6 -270";
  const petal = (turn: number) =>
    moved(
      rotation(turn, -6, -310),
      pen.form("M-6 -310C-70 -340 -80 -430 -6 -436C68 -430 58 -340 -6 -310Z", poppy, {
        shade: 18,
        rim: 9,
        inside: stroke("M-6 -320V-400M-24 -330L-40 -390M12 -330L28 -390", poppy.shade, 5),
      }),
    );
  return [
    pen.line(stem, 22),
    stroke(stem, leaf.base, 11),
    pen.form("M4 -110C60 -130 100 -180 110 -230C50 -220 8 -180 4 -110Z", leaf, {
      shade: 12,
      rim: 7,
      inside: stroke("M8 -116Q60 -160 104 -224", leaf.deep, 4),
    }),
    pen.form("M-2 -60C-50 -80 -90 -120 -100 -160C-50 -156 -10 -120 -2 -60Z", leaf, {
      shade: 10,
      rim: 7,
    }),
    petal(150),
    petal(-150),
    petal(78),
    petal(-78),
    petal(0),
    pen.form(ellipse(-6, -312, 34), pen.tones("#2b1c26"), { shade: 8, rim: 5 }),
    ...[-24, -6, 12].map((x) => disc(x, -316 + Math.abs(x + 6) * 0.4, 5, pen.tones("#f0c64a").lit)),
  ].join("");
}

function threeCards({ pen, dye }: Scene): Svg {
  const { cloth, poppy } = pen.material;
  const card = (turn: number, figure: Svg) =>
    moved(
      rotation(turn, 0, 40),
      [
        pen.form(box(-74, -290, 148, 250, 16), cloth, {
          shade: 12,
          rim: 7,
          inside: stroke(box(-60, -276, 120, 222, 10), dye.base, 5),
        }),
        figure,
      ].join(""),
    );
  const moon = flat("M22 -216A56 56 0 1 0 22 -116A44 44 0 1 1 22 -216Z", dye.shade);
  const sun =
    disc(0, -166, 30, poppy.base) +
    stroke(
      "M0 -214V-232M0 -118V-100M-48 -166H-62M48 -166H62M-34 -200L-44 -210M34 -200L44 -210M-34 -132L-44 -122M34 -132L44 -122",
      poppy.base,
      9,
    );
  const star = flat(
    "M0 -222L15 -184L56 -182L24 -156L35 -116L0 -139L-35 -116L-24 -156L-56 -182L-15 -184Z",
    pen.material.brass.shade,
  );
  return card(-26, moon) + card(-2, sun) + card(22, star);
}

function spyglass({ pen, palette }: Scene): Svg {
  const { brass, leather } = pen.material;
  const lens = pen.tones("#7fc0c8");
  return moved(
    rotation(-24),
    [
      pen.form("M-30 80L-34 -130H34L30 80Z", leather, { shade: 18, rim: 9 }),
      pen.form("M-40 -120H40V-150H-40Z", brass, { shade: 16, rim: 7 }),
      pen.form("M-46 -146H46L52 -270H-52Z", brass, {
        shade: 26,
        rim: 10,
        inside: stroke("M-46 -190H50", brass.deep, 5),
      }),
      pen.form("M-60 -262H60V-298H-60Z", brass, { shade: 20, rim: 8 }),
      pen.form("M-62 -292H62L70 -400H-70Z", leather, { shade: 30, rim: 10 }),
      pen.form("M-78 -394H78V-424H-78Z", brass, { shade: 24, rim: 8 }),
      pen.form(ellipse(0, -424, 78, 24), lens, {
        shade: 0,
        rim: 0,
        inside: flat(ellipse(-20, -428, 34, 10), palette.light.rim),
      }),
    ].join(""),
  );
}

function speckledEgg(scene: Scene): Svg {
  const { pen } = scene;
  const shell = pen.tones("#a9cfc4");
  const random = scene.random("egg");
  const specks = Array.from({ length: 26 }, () =>
    disc(
      random.between(-76, 76),
      random.between(-270, -40),
      random.between(4, 11),
      shell.deep,
      0.75,
    ),
  ).join("");
  return [
    disc(0, -150, 170, shell.lit, 0.14),
    pen.form(
      bilateral(0, [
        [0, -272],
        [50, -272, 92, -190, 92, -118],
        [92, -50, 50, -20, 0, -20],
      ]),
      shell,
      { shade: 34, rim: 12, inside: specks + flat(ellipse(-36, -200, 16, 34), "#ffffff", 0.5) },
    ),
    pen.form(
      "M-94 -60C-84 -10 -40 10 0 10C40 10 84 -10 94 -60C70 -44 40 -36 0 -36C-40 -36 -70 -44 -94 -60Z",
      pen.material.cloth,
      { shade: 14, rim: 7 },
    ),
  ].join("");
}
