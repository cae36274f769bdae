import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { bilateral, disc, ellipse, flat, type Svg, stroke } from "../svg.ts";
import { eyes } from "./eyes.ts";

export function sandFox(scene: Scene): Svg {
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

export function tunnelCat(scene: Scene): Svg {
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

export function dustHare(scene: Scene): Svg {
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
