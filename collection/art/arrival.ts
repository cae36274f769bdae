import { mix } from "./light.ts";
import type { Drawing, Scene } from "./scene.ts";
import {
  d,
  disc,
  element,
  ellipse,
  flat,
  group,
  moved,
  type Svg,
  scaling,
  stroke,
  translation,
} from "./svg.ts";

/** Draws something in the sky that is specific to the drifter's phase. */
export const drawArrival: Drawing = (scene) => (arrivals[scene.drifter.phase] ?? convoy)(scene);

const arrivals: Readonly<Record<string, Drawing>> = {
  "First Dust": (scene) => breakers(scene),
  "Lantern Season": (scene) => lanterns(scene),
  "The Long Crossing": (scene) => convoy(scene),
};

/** Draws waves of dust from both sides. */
function breakers(scene: Scene): Svg {
  const random = scene.random("breakers");
  const wave = (x: number, y: number, way: 1 | -1) =>
    moved(
      `${translation(x + random.between(-50, 30) * way, y + random.between(-34, 34))} ${scaling(way * random.between(0.9, 1.2), random.between(0.85, 1.15))}`,
      breaker(scene),
    );
  return wave(-30, 812, 1) + wave(1240, 840, -1);
}

/** Draws a wave that curls over as it rolls to the right. */
function breaker(scene: Scene): Svg {
  const { palette } = scene;
  const body = mix(palette.air[2], palette.land[0], 0.35);
  const dark = mix(palette.land[0], palette.land[1], 0.5);
  const crest = mix(palette.air[2], palette.light.key, 0.6);
  const curl = (cx: number, cy: number, radius: number) =>
    [
      disc(cx, cy, radius, body),
      stroke(
        d`M${cx - radius * 0.55} ${cy + radius * 0.35}A${radius * 0.62} ${radius * 0.62} 0 1 1 ${cx + radius * 0.3} ${cy + radius * 0.5}A${radius * 0.36} ${radius * 0.36} 0 0 1 ${cx - radius * 0.1} ${cy - radius * 0.1}`,
        dark,
        7,
        0.8,
      ),
      stroke(
        d`M${cx - radius * 0.86} ${cy - radius * 0.3}A${radius * 0.92} ${radius * 0.92} 0 0 1 ${cx + radius * 0.6} ${cy - radius * 0.68}`,
        crest,
        8,
      ),
    ].join("");
  return [
    curl(330, 60, 56),
    curl(60, 20, 92),
    curl(196, 20, 76),
    curl(-20, 90, 80),
    flat("M-90 60C60 40 330 60 470 130C300 150 120 160 -90 160Z", body),
    stroke("M-60 110C100 90 260 100 380 128", dark, 6, 0.6),
    curl(130, 100, 60),
    curl(260, 110, 44),
  ].join("");
}

/** Draws paper lanterns released from a camp. */
function lanterns(scene: Scene): Svg {
  const random = scene.random("lanterns");
  const spots: [number, number][] = [
    [90, 210],
    [205, 420],
    [320, 110],
    [890, 130],
    [1010, 330],
    [1120, 170],
    [1090, 520],
    [70, 560],
    [1160, 420],
    [760, 60],
  ];
  return spots
    .map(([x, y]) =>
      paperLantern(
        scene,
        x + random.between(-36, 36),
        y + random.between(-36, 36),
        random.between(0.45, 1.05),
        random.between(-9, 9),
      ),
    )
    .join("");
}

function paperLantern(scene: Scene, x: number, y: number, scale: number, tilt: number): Svg {
  const { pen, palette } = scene;
  const paper = mix("#ffb347", palette.light.key, 0.25);
  const glow = mix(paper, "#fff6d8", 0.65);
  const shape = "M-34 -44C-20 -56 20 -56 34 -44L26 40C14 50 -14 50 -26 40Z";
  return group(
    {
      transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(tilt)}) scale(${scale.toFixed(2)})`,
    },
    disc(0, 0, 108, paper, 0.12),
    disc(0, 0, 74, paper, 0.2),
    flat(shape, paper),
    pen.clip(
      shape,
      flat(ellipse(0, 26, 26, 40), glow),
      flat("M14 -60L10 60H60V-60Z", palette.light.shadow, 0.18),
    ),
    stroke("M-26 40C-14 50 14 50 26 40", mix(paper, palette.light.shadow, 0.6), 5),
    stroke(
      "M0 -52V44M-17 -50L-13 44M17 -50L13 44",
      mix(paper, palette.light.shadow, 0.4),
      2.5,
      0.7,
    ),
  );
}

/** Draws balloons of the great convoy, and geese ahead of it. */
function convoy(scene: Scene): Svg {
  const random = scene.random("convoy");
  const balloon = (x: number, y: number, scale: number) => {
    const { palette } = scene;
    const skin = mix(palette.land[0], palette.light.key, 0.35);
    const dark = mix(palette.land[1], palette.light.shadow, 0.3);
    return group(
      { transform: `translate(${Math.round(x)} ${Math.round(y)}) scale(${scale.toFixed(2)})` },
      flat("M-70 -20C-70 -130 70 -130 70 -20C70 30 22 70 14 92H-14C-22 70 -70 30 -70 -20Z", skin),
      flat("M18 -100C92 -84 86 24 14 92H2C30 40 42 -40 18 -100Z", dark, 0.75),
      stroke("M-14 92L-12 116M14 92L12 116", dark, 4),
      element("rect", { x: -16, y: 114, width: 32, height: 26, rx: 4, fill: dark }),
    );
  };
  const goose = (x: number, y: number) =>
    stroke(
      d`M${x - 15} ${y - 6}Q${x - 6} ${y - 9} ${x} ${y}Q${x + 6} ${y - 9} ${x + 15} ${y - 6}`,
      scene.palette.light.shadow,
      4.5,
    );
  const [lead, height] = [random.between(880, 960), random.between(90, 170)];
  return [
    balloon(140, 220, 1),
    balloon(290, 400, 0.5),
    balloon(1080, 400, 0.72),
    ...[0, 1, 2, 3].map(
      (step) =>
        goose(lead + step * 44, height + step * 26) + goose(lead + step * 44, height - step * 22),
    ),
  ].join("");
}
