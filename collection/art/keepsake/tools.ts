import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import {
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
} from "../svg.ts";

export function stormLantern({ pen }: Scene): Svg {
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

export function tinCup({ pen, palette }: Scene): Svg {
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

export function brassKey({ pen }: Scene): Svg {
  const { brass } = pen.material;
  return [
    pen.form("M-16 -60H16V-300H-16Z", brass, { shade: 10, rim: 7 }),
    pen.form("M-16 -76H-84V-104H-60V-124H-84V-152H-16Z", brass, { shade: 8, rim: 6 }),
    pen.form(ellipse(0, -340, 84, 78), brass, { shade: 24, rim: 10, inside: "" }),
    pen.form(ellipse(0, -342, 46, 40), pen.tones("#3f2a3a"), { shade: 0, rim: 0 }),
    pen.form("M-30 -276H30V-254H-30Z", brass, { shade: 8, rim: 5 }),
  ].join("");
}

export function longSpanner({ pen, accent }: Scene): Svg {
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

export function dowsingRod(scene: Scene): Svg {
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

export function handBell({ pen }: Scene): Svg {
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

export function spyglass({ pen, palette }: Scene): Svg {
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
