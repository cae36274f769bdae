import { type Color, mix } from "./light.ts";
import { type Drawing, nothing, type Scene } from "./scene.ts";
import { d, disc, flat, group, type Svg, stroke } from "./svg.ts";
import type { Visage } from "./traits.ts";

type VisorName = Extract<Visage, `${string} Visor`>;

interface Glass {
  /** Colors from the upper edge to the lower. */
  stops: readonly [Color, Color, Color];
  /** Drawing on the glass, 200 wide and high around the origin. */
  detail: Drawing;
}

const glasses: Readonly<Record<VisorName, Glass>> = {
  "Gold Visor": { stops: ["#fff1bd", "#eaa93b", "#7d3f1c"], detail: nothing },
  "Smoke Visor": { stops: ["#a3b2b8", "#43515e", "#141a24"], detail: nothing },
  "Ember Visor": { stops: ["#ffc08a", "#dd452f", "#560f22"], detail: nothing },
  "Tide Visor": { stops: ["#d5f6ea", "#3ea49d", "#0e4256"], detail: nothing },
  "Cracked Visor": { stops: ["#d2d9cf", "#6f8584", "#26343f"], detail: cracks },
  "Star Visor": { stops: ["#0f1236", "#34286e", "#7a4a92"], detail: constellation },
};

/** Draws opaque glass that reflects the land, the sun and the viewer. */
export function drawGlass(
  scene: Scene,
  outline: string,
  x: number,
  y: number,
  width: number,
  height: number,
): Svg {
  const { pen, drifter, palette } = scene;
  const { stops, detail } = glassOf(drifter.traits.visage);
  const [top, middle, bottom] = stops;
  const land = y + height * 0.16;
  const left = x - width / 2;
  return [
    pen.clip(
      outline,
      flat(outline, pen.fade([0, top], [0.5, middle], [1, bottom])),
      disc(
        x - width * 0.16,
        y - height * 0.02,
        height * 0.17,
        mix(top, palette.light.rim, 0.45),
        0.85,
      ),
      flat(
        d`M${left - 20} ${land}Q${x - width * 0.34} ${land - height * 0.16} ${x - width * 0.2} ${land}T${x + width * 0.1} ${land - height * 0.03}L${x + width * 0.16} ${land - height * 0.2}H${x + width * 0.32}L${x + width * 0.37} ${land}H${left + width + 20}V${y + height}H${left - 20}Z`,
        mix(bottom, pen.light.ink, 0.25),
        0.75,
      ),
      group(
        {
          transform: `translate(${Math.round(x)} ${Math.round(y)}) scale(${(width / 200).toFixed(2)} ${(height / 200).toFixed(2)})`,
        },
        detail(scene),
      ),
      flat(
        d`M${x + width * 0.12} ${y - height}L${x + width * 0.3} ${y - height}L${x - width * 0.02} ${y + height}H${x - width * 0.2}Z`,
        "#ffffff",
        0.16,
      ),
      flat(
        d`M${x + width * 0.36} ${y - height}L${x + width * 0.41} ${y - height}L${x + width * 0.09} ${y + height}H${x + width * 0.04}Z`,
        "#ffffff",
        0.16,
      ),
      stroke(outline, pen.light.ink, 18, 0.35),
    ),
    pen.line(outline, 6),
  ].join("");
}

/** Returns the glass colors, for lamps and screens that share them. */
export function glassOf(visage: Visage): Glass {
  return isVisor(visage) ? glasses[visage] : glasses["Smoke Visor"];
}

function isVisor(visage: Visage): visage is VisorName {
  return visage in glasses;
}

function cracks({ pen }: Scene): Svg {
  const hub = "M34 -28";
  const rays = [
    "L100 -80",
    "L60 -110",
    "L110 0",
    "L86 70L100 110",
    "L10 40L20 110",
    "L-30 0L-60 60L-110 70",
    "L-20 -50L-40 -110",
    "L-60 -40L-110 -30",
  ];
  const web = "M62 -50L70 -24L58 6L22 0L10 -22L22 -52Z";
  return (
    stroke(rays.map((ray) => hub + ray).join("") + web, "#ffffff", 4, 0.85) +
    flat("M34 -28L58 6L22 0Z", pen.light.ink, 0.7)
  );
}

function constellation(): Svg {
  const stars: [number, number, number][] = [
    [-70, -40, 5],
    [-40, -66, 3.5],
    [-14, -30, 6],
    [20, -52, 3.5],
    [44, -14, 5],
    [76, -44, 4],
    [-52, 6, 3],
    [8, 14, 3.5],
    [-84, -76, 3],
    [62, -78, 3],
  ];
  return (
    stroke("M-70 -40L-40 -66L-14 -30L20 -52L44 -14L76 -44", "#d9c8ff", 2, 0.8) +
    stars.map(([x, y, radius]) => disc(x, y, radius, "#fff6e0")).join("")
  );
}
