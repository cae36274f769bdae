import type { Scene } from "../scene.ts";
import { bilateral, box, disc, ellipse, flat, moved, rotation, type Svg, stroke } from "../svg.ts";

export function sealedLetter({ pen }: Scene): Svg {
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

export function hourglass({ pen }: Scene): Svg {
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

export function desertPoppy({ pen }: Scene): Svg {
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

export function threeCards({ pen, dye }: Scene): Svg {
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

export function speckledEgg(scene: Scene): Svg {
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
