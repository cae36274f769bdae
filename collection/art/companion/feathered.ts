import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { d, disc, ellipse, flat, type Svg, stroke } from "../svg.ts";
import { eyes } from "./eyes.ts";

export function rook(scene: Scene): Svg {
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

export function barnOwl(scene: Scene): Svg {
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

export function speckledHen(scene: Scene): Svg {
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

export function windUpWren(scene: Scene): Svg {
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
