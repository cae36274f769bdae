import { mix } from "../light.ts";
import type { Scene } from "../scene.ts";
import { d, flat, group, type Svg, size, stroke } from "../svg.ts";

/** Draws long flat clouds with round ends. */
export function streaks(scene: Scene, count: number): Svg {
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

export function vultures(scene: Scene): Svg {
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

/** Draws scalloped banks of cloud from the upper corners. */
export function thunderheads(scene: Scene): Svg {
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

export function lightning(scene: Scene): Svg {
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

/** Draws slanting sheets of wind-borne dust. */
export function veils(scene: Scene): Svg {
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

export function embers(scene: Scene): Svg {
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

/** Draws curtains of northern light. */
export function curtains(scene: Scene): Svg {
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
