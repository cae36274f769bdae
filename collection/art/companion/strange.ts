import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import {
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
} from "../svg.ts";
import { eyes } from "./eyes.ts";

export function hornedLizard(scene: Scene): Svg {
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

export function lanternMoth(scene: Scene): Svg {
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

export function skyJelly(scene: Scene): Svg {
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

export function littleMoon(scene: Scene): Svg {
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
