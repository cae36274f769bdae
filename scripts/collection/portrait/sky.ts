import type { Sky } from "../traits.ts";
import { mix } from "./light.ts";
import type { Drawing, Scene } from "./scene.ts";
import { d, disc, element, ellipse, flat, group, type Svg, size, stroke } from "./svg.ts";

/** The air, what hangs in it, and the weather. */
export const drawSky: Drawing = (scene) => {
  const { pen, palette, drifter } = scene;
  const [top, middle, bottom] = palette.air;
  const air = pen.fade([0, top], [0.42, middle], [0.68, bottom], [1, bottom]);
  return (
    element("rect", { width: size, height: size, fill: air }) + skies[drifter.traits.sky](scene)
  );
};

const skies: Readonly<Record<Sky, Drawing>> = {
  "Copper Dusk": (scene) => halo(scene) + sun(scene) + streaks(scene, 7),
  "Bone Noon": (scene) => halo(scene) + sun(scene) + vultures(scene),
  "Blue Hour": (scene) => stars(scene, 40) + halo(scene) + moon(scene) + streaks(scene, 3),
  "Rose Dawn": (scene) => halo(scene) + sun(scene) + smallSun(scene) + streaks(scene, 5),
  "Violet Storm": (scene) => halo(scene) + moon(scene) + thunderheads(scene) + lightning(scene),
  "Sulphur Haze": (scene) => halo(scene) + sun(scene) + veils(scene),
  "Verdigris Morning": (scene) => halo(scene) + sun(scene) + streaks(scene, 4) + vultures(scene),
  "Salt White": (scene) => sun(scene),
  Inkfall: (scene) => stars(scene, 150) + ringedPlanet(scene) + comet(scene),
  "Ember Night": (scene) => stars(scene, 25) + halo(scene) + sun(scene) + embers(scene),
  "Green Aurora": (scene) => stars(scene, 90) + curtains(scene) + halo(scene) + moon(scene),
  "Black Sun": (scene) =>
    stars(scene, 30) + corona(scene) + disc(...place(scene), scene.palette.disc),
};

/** Where the sun or moon stands, and how large it is: behind the head, a little to the light's side. */
function place(scene: Scene): [x: number, y: number, radius: number] {
  const random = scene.random("disc");
  return [random.between(500, 610), random.between(370, 430), random.between(305, 350)];
}

function halo(scene: Scene): Svg {
  const [x, y, radius] = place(scene);
  return [1.9, 1.55, 1.25]
    .map((factor) => disc(x, y, radius * factor, scene.palette.disc, 0.13))
    .join("");
}

function sun(scene: Scene): Svg {
  const [x, y, radius] = place(scene);
  const { pen, palette } = scene;
  const warm = mix(palette.disc, palette.air[1], 0.35);
  return (
    disc(x, y, radius, palette.disc) +
    pen.clip(
      ellipse(x, y, radius),
      flat(
        d`M${x - radius} ${y + radius * 0.2}h${2 * radius}v${radius}h${-2 * radius}Z`,
        pen.dots(warm),
        0.55,
      ),
      flat(
        d`M${x - radius} ${y + radius * 0.55}h${2 * radius}v${radius}h${-2 * radius}Z`,
        warm,
        0.6,
      ),
    )
  );
}

function smallSun(scene: Scene): Svg {
  const [x, y, radius] = place(scene);
  const color = scene.palette.disc;
  return (
    disc(x + radius * 1.35, y - radius * 0.7, 58, color, 0.25) +
    disc(x + radius * 1.35, y - radius * 0.7, 40, color)
  );
}

function moon(scene: Scene): Svg {
  const [x, y, radius] = place(scene);
  const { pen, palette } = scene;
  const random = scene.random("craters");
  const dim = mix(palette.disc, palette.air[1], 0.28);
  const craters = Array.from({ length: 9 }, () => {
    const angle = random.between(0, 2 * Math.PI);
    const distance = radius * Math.sqrt(random.next()) * 0.9;
    const [cx, cy] = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
    return flat(ellipse(cx, cy, random.between(14, 52)), dim, 0.55);
  });
  return (
    disc(x, y, radius, palette.disc) +
    pen.clip(
      ellipse(x, y, radius),
      ...craters,
      element("path", {
        d: ellipse(x - 60, y - 30, radius) + d`M0 0h${size}v${size}h${-size}Z`,
        fill: pen.dots(dim),
        "fill-rule": "evenodd",
      }),
    )
  );
}

function stars(scene: Scene, count: number): Svg {
  const random = scene.random("stars");
  const color = mix(scene.palette.light.key, "#ffffff", 0.4);
  return Array.from({ length: count }, () => {
    const [x, y] = [random.between(0, size), random.between(0, 720)];
    const radius = random.chance(0.12) ? random.between(4, 6.5) : random.between(1.6, 3.2);
    return radius > 4 ? sparkle(x, y, radius * 2.2, color) : disc(x, y, radius, color, 0.85);
  }).join("");
}

function sparkle(x: number, y: number, reach: number, color: string): Svg {
  const waist = reach * 0.16;
  return flat(
    d`M${x} ${y - reach}L${x + waist} ${y - waist}L${x + reach} ${y}L${x + waist} ${y + waist}L${x} ${y + reach}L${x - waist} ${y + waist}L${x - reach} ${y}L${x - waist} ${y - waist}Z`,
    color,
  );
}

/** Long flat clouds with round ends. */
function streaks(scene: Scene, count: number): Svg {
  const random = scene.random("streaks");
  const { palette } = scene;
  return Array.from({ length: count }, (_, index) => {
    const y = 90 + (index * 560) / count + random.between(-25, 25);
    const length = random.between(220, 560);
    const x = random.chance(0.5) ? random.between(-160, 140) : random.between(620, 980);
    const color = mix(palette.air[index % 2 === 0 ? 2 : 1], palette.disc, 0.35);
    const shift = random.between(60, 150);
    return group(
      { opacity: 0.5 },
      stroke(d`M${x} ${y}h${length}`, color, random.between(12, 24)),
      stroke(d`M${x + shift} ${y + 24}h${length * 0.6}`, color, random.between(9, 16)),
    );
  }).join("");
}

function vultures(scene: Scene): Svg {
  const random = scene.random("vultures");
  return Array.from({ length: 4 }, () => {
    const [x, y] = [random.between(60, 1140), random.between(60, 330)];
    const span = random.between(16, 38);
    const lift = span * 0.45;
    return stroke(
      d`M${x - span} ${y - lift}Q${x - span * 0.4} ${y - lift * 1.2} ${x} ${y}Q${x + span * 0.4} ${y - lift * 1.2} ${x + span} ${y - lift * 0.8}`,
      scene.palette.light.shadow,
      5,
      0.8,
    );
  }).join("");
}

/** Scalloped banks of cloud from the upper corners. */
function thunderheads(scene: Scene): Svg {
  const random = scene.random("thunderheads");
  const { palette, pen } = scene;
  const bank = (y: number, color: string, opacity: number) => {
    let data = `M0 0H${size}`;
    let x = size;
    data += `V${Math.round(y)}`;
    while (x > 0) {
      const width = random.between(110, 230);
      const sag = Math.abs(x - width / 2 - 600) < 300 ? -70 : 50;
      data += d`q${-width / 2} ${random.between(50, 110) + sag * 0.4} ${-width} ${random.between(-30, 30)}`;
      x -= width;
    }
    return flat(`${data}V0Z`, color, opacity);
  };
  const dark = mix(palette.air[0], palette.light.ink, 0.35);
  return (
    bank(230, pen.dots(dark), 0.9) +
    bank(170, mix(dark, palette.air[1], 0.25), 0.85) +
    bank(90, dark, 0.95)
  );
}

function lightning(scene: Scene): Svg {
  const random = scene.random("lightning");
  const side = random.chance(0.5) ? 130 : 1040;
  let [x, y] = [side, 170];
  let bolt = d`M${x} ${y}`;
  while (y < 720) {
    x += random.between(-55, 55);
    y += random.between(40, 90);
    bolt += d`L${x} ${y}`;
  }
  const color = scene.palette.light.key;
  return stroke(bolt, color, 22, 0.22) + stroke(bolt, "#ffffff", 7);
}

/** Slanting sheets of wind-borne dust. */
function veils(scene: Scene): Svg {
  const random = scene.random("veils");
  const { palette } = scene;
  return Array.from({ length: 6 }, (_, index) => {
    const y = 120 + index * 110 + random.between(-40, 40);
    const bend = random.between(40, 110);
    const thickness = random.between(30, 90);
    return flat(
      d`M0 ${y}C300 ${y - bend} 700 ${y + bend} ${size} ${y - bend * 0.6}V${y - bend * 0.6 + thickness}C760 ${y + bend + thickness} 320 ${y - bend + thickness} 0 ${y + thickness * 0.7}Z`,
      palette.air[index % 2 === 0 ? 0 : 2],
      0.22,
    );
  }).join("");
}

function ringedPlanet(scene: Scene): Svg {
  const [x, y, full] = place(scene);
  const radius = full * 0.86;
  const { palette, pen } = scene;
  const ring = (part: "behind" | "before") =>
    group(
      { transform: `rotate(-16 ${x} ${y})` },
      ...[
        [1.95, 12, 0.9],
        [1.75, 24, 0.7],
        [1.5, 8, 0.8],
      ].map(([reach = 1, width = 1, opacity = 1]) => {
        const [rx, ry] = [radius * reach, radius * reach * 0.24];
        const sweep = part === "behind" ? 1 : 0;
        return stroke(
          d`M${x - rx} ${y}A${rx} ${ry} 0 0 ${sweep} ${x + rx} ${y}`,
          mix(palette.disc, "#fff3d6", 0.45),
          width,
          opacity,
        );
      }),
    );
  const band = (from: number, height: number, color: string, opacity: number) =>
    flat(
      d`M${x - radius} ${y + from}q${radius} ${height * 0.5} ${2 * radius} ${-40}v${height}q${-radius} ${40} ${-2 * radius} 40Z`,
      color,
      opacity,
    );
  const dark = mix(palette.disc, palette.light.shadow, 0.5);
  return [
    ring("behind"),
    disc(x, y, radius, palette.disc),
    pen.clip(
      ellipse(x, y, radius),
      band(-170, 44, dark, 0.35),
      band(-60, 80, "#fbe3b4", 0.5),
      band(90, 60, dark, 0.45),
      band(190, 120, dark, 0.3),
      element("path", {
        d: ellipse(x - 90, y - 40, radius * 1.05) + d`M0 0h${size}v${size}h${-size}Z`,
        fill: pen.dots(dark),
        "fill-rule": "evenodd",
      }),
    ),
    ring("before"),
  ].join("");
}

function comet(scene: Scene): Svg {
  const random = scene.random("comet");
  const [x, y] = [random.between(900, 1080), random.between(90, 200)];
  const color = scene.palette.light.key;
  return [34, 20, 9]
    .map((width, index) =>
      flat(
        d`M${x} ${y - width / 2}L${x + 240 - index * 50} ${y - 110 + index * 20}L${x} ${y + width / 2}Z`,
        color,
        0.25,
      ),
    )
    .concat(disc(x, y, 11, color))
    .join("");
}

function embers(scene: Scene): Svg {
  const random = scene.random("embers");
  return Array.from({ length: 70 }, () => {
    const [x, y] = [random.between(0, size), random.between(60, 1000)];
    const length = random.between(3, 15);
    return stroke(
      d`M${x} ${y}l${length * 0.5} ${-length}`,
      scene.palette.light.rim,
      random.between(2.5, 5.5),
      random.between(0.35, 0.95),
    );
  }).join("");
}

/** Curtains of northern light. */
function curtains(scene: Scene): Svg {
  const random = scene.random("curtains");
  const { pen, palette } = scene;
  const glow = pen.fade(
    [0, palette.light.rim, 0],
    [0.75, palette.light.rim, 0.55],
    [1, palette.light.rim, 0.05],
  );
  const strip = (y: number) => {
    const points: string[] = [];
    let x = -40;
    while (x < size + 40) {
      const width = random.between(34, 80);
      const lower = y + 70 * Math.sin(x / 170) + random.between(-16, 16);
      const height = random.between(150, 330);
      points.push(flat(d`M${x} ${lower}l${width} ${-14}v${-height}h${-width}Z`, glow));
      x += width * random.between(0.65, 1);
    }
    return points.join("");
  };
  return strip(330) + strip(560);
}

/** The ragged light around an eclipse. */
function corona(scene: Scene): Svg {
  const [x, y, radius] = place(scene);
  const random = scene.random("corona");
  const rays = Array.from({ length: 72 }, (_, index) => {
    const angle = (index / 72) * 2 * Math.PI;
    const reach = radius * (index % 2 === 0 ? random.between(1.2, 1.75) : 1.04);
    return d`${x + Math.cos(angle) * reach} ${y + Math.sin(angle) * reach}`;
  });
  const light = scene.palette.light.key;
  return [
    disc(x, y, radius * 1.7, light, 0.1),
    disc(x, y, radius * 1.4, light, 0.14),
    flat(`M${rays.join("L")}Z`, light, 0.85),
    disc(x, y, radius * 1.07, "#ffffff"),
  ].join("");
}
