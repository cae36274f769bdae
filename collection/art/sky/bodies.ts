import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { d, disc, element, ellipse, flat, group, type Svg, size, stroke } from "../svg.ts";

/** Returns position and radius of the sun or moon: behind the head, shifted towards the light. */
export function place(scene: Scene): [x: number, y: number, radius: number] {
  const random = scene.random("disc");
  return [random.between(500, 610), random.between(370, 430), random.between(305, 350)];
}

export function halo(scene: Scene): Svg {
  const [x, y, radius] = place(scene);
  return [1.9, 1.55, 1.25]
    .map((factor) => disc(x, y, radius * factor, scene.palette.disc, 0.13))
    .join("");
}

export function sun(scene: Scene): Svg {
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

export function smallSun(scene: Scene): Svg {
  const [x, y, radius] = place(scene);
  const color = scene.palette.disc;
  return (
    disc(x + radius * 1.35, y - radius * 0.7, 58, color, 0.25) +
    disc(x + radius * 1.35, y - radius * 0.7, 40, color)
  );
}

export function moon(scene: Scene): Svg {
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

export function stars(scene: Scene, count: number): Svg {
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

export function ringedPlanet(scene: Scene): Svg {
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

export function comet(scene: Scene): Svg {
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

/** Draws the ragged light around an eclipse. */
export function corona(scene: Scene): Svg {
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
