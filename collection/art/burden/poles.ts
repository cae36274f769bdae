import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { box, d, disc, ellipse, flat, group, moved, rotation, type Svg, stroke } from "../svg.ts";

/** Draws an outlined pole, as wide as a wrist. */
function pole({ pen }: Scene, data: string, width = 18): Svg {
  const { wood } = pen.material;
  return (
    pen.line(data, width + 11) +
    stroke(data, wood.base, width) +
    group({ transform: "translate(-3 -1)" }, stroke(data, wood.lit, width * 0.25))
  );
}

export function radioMast(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { steel, poppy } = pen.material;
  const bars = [
    [176, 190, 110],
    [214, 206, 88],
    [252, 218, 64],
  ].map(
    ([y = 0, x = 0, reach = 0]) =>
      d`M${x - reach} ${y + reach * 0.14}L${x + reach} ${y - reach * 0.14}`,
  );
  const mast = "M350 860L196 130";
  const frame = bars.join("");
  return [
    pen.line("M216 240L120 470M216 240L420 470", 4, 0.7),
    pen.line(mast, 25),
    stroke(mast, steel.base, 14),
    stroke(mast, steel.lit, 4),
    pen.line(frame, 18),
    stroke(frame, steel.lit, 8),
    disc(194, 122, 40, "#ff5a3c", 0.25),
    pen.form(ellipse(194, 122, 17), poppy, { shade: 6, rim: 5 }),
    pen.form(
      "M234 330C190 300 150 330 120 318C136 350 110 380 96 400C150 400 200 420 258 400Z",
      accent,
      { shade: 16, rim: 7 },
    ),
    pen.form("M268 520C340 490 400 540 392 620C350 640 280 620 262 580Z", steel, {
      shade: 20,
      rim: 8,
      inside: stroke("M280 540Q330 560 384 610M300 528Q320 580 340 626", steel.deep, 5),
    }),
    pen.line("M328 566L384 524", 8),
    disc(386, 522, 10, poppy.base),
  ].join("");
}

export function lanternPole(scene: Scene): Svg {
  const { pen } = scene;
  const { iron, flame } = pen.material;
  return [
    pole(scene, "M392 880C350 640 330 420 300 300C276 200 190 170 148 232"),
    pen.line("M148 232V286", 6),
    disc(148, 374, 190, flame.base, 0.13),
    disc(148, 374, 128, flame.base, 0.2),
    pen.form("M92 300Q148 250 204 300Z", iron, { shade: 14, rim: 7 }),
    pen.form("M100 300H196L208 440H88Z", pen.tones("#ffd981"), {
      shade: 0,
      rim: 0,
      inside:
        flat(ellipse(148, 390, 40, 54), "#fff4c8") +
        flat("M148 340Q174 392 158 416Q148 428 138 416Q122 392 148 340Z", "#ff9a2e"),
    }),
    pen.line("M126 300L116 440M170 300L180 440", 6),
    pen.form(box(80, 436, 136, 26, 8), iron, { shade: 14, rim: 7 }),
  ].join("");
}

export function pinwheelDynamo(scene: Scene): Svg {
  const { pen, accent, dye } = scene;
  const { cloth, brass, iron } = pen.material;
  const [x, y] = [246, 330];
  const sails = Array.from({ length: 8 }, (_, index) => {
    const tones = [accent, cloth, dye, cloth][index % 4] ?? cloth;
    return moved(
      rotation(index * 45 + 9, x, y),
      pen.form(
        d`M${x} ${y}C${x + 10} ${y - 80} ${x + 10} ${y - 130} ${x - 14} ${y - 178}C${x + 50} ${y - 170} ${x + 88} ${y - 130} ${x + 72} ${y - 84}Z`,
        tones,
        { shade: 14, rim: 6, outline: 5 },
      ),
    );
  });
  return [
    pole(scene, d`M380 880L${x} ${y}`),
    pen.form(box(300, 560, 110, 140, 20), iron, {
      shade: 24,
      rim: 8,
      inside: stroke("M300 596H410M300 630H410M300 664H410", pen.material.copper.base, 14),
    }),
    ...sails,
    pen.form(ellipse(x, y, 26), brass, { shade: 9, rim: 6 }),
  ].join("");
}

export function gramophoneHorn(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { brass } = pen.material;
  const [x, y, radius] = [250, 372, 186];
  const petals = Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 9) * 2 * Math.PI - 0.3;
    const next = ((index + 1) / 9) * 2 * Math.PI - 0.3;
    const half = (angle + next) / 2;
    const start =
      index === 0 ? d`M${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}` : "";
    return (
      start +
      d`Q${x + Math.cos(half) * radius * 1.2} ${y + Math.sin(half) * radius * 1.2} ${x + Math.cos(next) * radius} ${y + Math.sin(next) * radius}`
    );
  }).join("");
  const creases = Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 9) * 2 * Math.PI - 0.3;
    return d`M${x + 20 + Math.cos(angle) * 40} ${y + 20 + Math.sin(angle) * 40}L${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`;
  }).join("");
  return [
    pen.line("M270 390C330 500 400 560 392 860", 62),
    stroke("M270 390C330 500 400 560 392 860", brass.shade, 50),
    stroke("M262 390C320 500 386 560 380 860", brass.base, 24),
    pen.form(`${petals}Z`, accent, {
      shade: 44,
      rim: 13,
      inside:
        stroke(creases, accent.deep, 6, 0.8) +
        disc(x + 10, y + 10, radius * 0.62, accent.shade, 0.65) +
        disc(x + 18, y + 18, radius * 0.36, accent.deep),
    }),
    disc(x + 24, y + 24, radius * 0.2, pen.light.ink),
    stroke(d`M${x - 110} ${y - 70}Q${x - 60} ${y - 130} ${x + 10} ${y - 140}`, accent.lit, 12, 0.9),
  ].join("");
}

export function paperParasol(scene: Scene): Svg {
  const { pen, accent } = scene;
  const { cloth } = pen.material;
  const [x, y, radius] = [600, 420, 424];
  const spokes = Array.from({ length: 24 }, (_, index) => {
    const angle = (index / 24) * 2 * Math.PI;
    return d`M${x} ${y}L${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`;
  }).join("");
  const scallops = Array.from({ length: 24 }, (_, index) => {
    const [angle, next] = [(index / 24) * 2 * Math.PI, ((index + 1) / 24) * 2 * Math.PI];
    const half = (angle + next) / 2;
    const start = index === 0 ? d`M${x + radius} ${y}` : "";
    return (
      start +
      d`Q${x + Math.cos(half) * radius * 0.97} ${y + Math.sin(half) * radius * 0.97} ${x + Math.cos(next) * radius} ${y + Math.sin(next) * radius}`
    );
  }).join("");
  const ring = (share: number, width: number, color: string) =>
    stroke(ellipse(x, y, radius * share), color, width);
  return moved(
    rotation(-8, x, y),
    pen.form(`${scallops}Z`, accent, {
      shade: 60,
      rim: 12,
      inside:
        ring(0.9, 22, cloth.base) +
        ring(0.62, 70, mix(accent.base, cloth.base, 0.75)) +
        ring(0.3, 40, accent.shade) +
        stroke(spokes, accent.deep, 4, 0.75),
    }),
  );
}

export function kiteFrame(scene: Scene): Svg {
  const { pen, accent, dye } = scene;
  const { cloth } = pen.material;
  const kite = "M236 110L398 300L300 640L96 350Z";
  return [
    pole(scene, "M380 860L300 620", 14),
    pen.form(kite, accent, {
      shade: 0,
      rim: 11,
      inside:
        flat("M236 110L398 300L250 326Z", cloth.base) +
        flat("M300 640L96 350L250 326Z", dye.base) +
        flat("M300 640L398 300L250 326Z", accent.shade) +
        flat(ellipse(250, 326, 46), cloth.lit) +
        flat(ellipse(250, 326, 24), accent.deep),
    }),
    pen.line("M236 110L300 640M96 350L398 300", 6),
    pen.line("M300 640C240 700 180 640 130 720C110 760 150 800 120 850", 5),
    ...[
      [222, 672, -20],
      [146, 700, 30],
      [132, 800, -14],
    ].map(([x = 0, y = 0, turn = 0]) =>
      moved(
        rotation(turn, x, y),
        pen.form(d`M${x} ${y}l-34 -18v36ZM${x} ${y}l34 -18v36Z`, cloth, {
          shade: 6,
          rim: 4,
          outline: 5,
        }),
      ),
    ),
  ].join("");
}
