import { type Color, type Light, materials, type Tones, tonesOf } from "./light.ts";
import { d, element, flat, group, type Svg, size, stroke } from "./svg.ts";

/** Shading of a solid form. Lengths are in portrait units. */
export interface FormStyle {
  /** Width of the shadow on the side away from the light; 0 for none. */
  shade?: number;
  /** Width of the bright edge towards the light; 0 for none. */
  rim?: number;
  /** Width of the outline; 0 for none. */
  outline?: number;
  /** Markup inside the form, under its shadow: pattern, folds, stains. */
  inside?: Svg;
}

/**
 * Plate from which a portrait is printed: the plain one has no dots, and the screened one has every dotted shape solid.
 * Composited through a screen of round holes, the second adds the dots to the first. (Dots as an SVG pattern take six
 * times as long to render.)
 */
export type Plate = "plain" | "screened";

type Stop = readonly [offset: number, color: Color, opacity?: number];

/** Draws forms in one light, with IDs unique in the document. */
export interface Pen {
  light: Light;
  material: Record<keyof typeof materials, Tones>;
  /** Returns any color's tones in this light. */
  tones(color: Color): Tones;
  /** Draws a solid form: body color, its inside, shadow with a dotted edge, bright edge, outline. */
  form(data: string, tones: Tones, style?: FormStyle): Svg;
  /** Shows `children` only inside the outline. */
  clip(data: string, ...children: Svg[]): Svg;
  /** Draws a line in ink. */
  line(data: string, width?: number, opacity?: number): Svg;
  /** Returns a paint that fills a shape with fine dots of `color`. */
  dots(color: Color): string;
  /** Returns a paint that fades between colors, from the shape's top to its bottom. */
  fade(...stops: readonly Stop[]): string;
  /** Returns the definitions that `fade` refers to, to place anywhere in the document. */
  definitions(): Svg;
}

export function createPen(light: Light, plate: Plate): Pen {
  const fades = new Map<string, { id: string; markup: Svg }>();
  let clips = 0;

  const pen: Pen = {
    light,
    material: tonesOfMaterials(light),
    tones: (color) => tonesOf(color, light),
    form: (data, tones, style) => drawForm(pen, data, tones, style),
    clip(data, ...children) {
      const id = `clip${clips++}`;
      return (
        element("clipPath", { id }, element("path", { d: data })) +
        group({ "clip-path": `url(#${id})` }, ...children)
      );
    },
    line: (data, width = 5, opacity) => stroke(data, light.ink, width, opacity),
    dots: (color) => (plate === "screened" ? color : "none"),
    fade(...stops) {
      const key = JSON.stringify(stops);
      const id = fades.get(key)?.id ?? `fade${fades.size}`;
      fades.set(key, { id, markup: gradient(id, stops) });
      return `url(#${id})`;
    },
    definitions: () => element("defs", {}, ...[...fades.values()].map(({ markup }) => markup)),
  };
  return pen;
}

function drawForm(pen: Pen, data: string, tones: Tones, style: FormStyle = {}): Svg {
  const { shade = 26, rim = 7, outline = 6, inside = "" } = style;
  const body = [flat(data, tones.base), inside];
  if (shade > 0) {
    body.push(outside(data, -1.45 * shade, -0.75 * shade, pen.dots(tones.shade)));
    body.push(outside(data, -shade, -0.5 * shade, tones.shade));
  }
  if (rim > 0) body.push(outside(data, rim, 0.7 * rim, tones.lit));
  return pen.clip(data, ...body) + (outline > 0 ? pen.line(data, outline) : "");
}

function gradient(id: string, stops: readonly Stop[]): Svg {
  return element(
    "linearGradient",
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    ...stops.map(([offset, color, opacity = 1]) =>
      element("stop", {
        offset: String(offset),
        "stop-color": color,
        "stop-opacity": String(opacity),
      }),
    ),
  );
}

/** Fills the image's area outside a moved copy of the shape. */
function outside(data: string, x: number, y: number, fill: Color): Svg {
  const everything = d`M${-size} ${-size}h${3 * size}v${3 * size}h${-3 * size}Z`;
  return element("path", {
    d: everything + data,
    fill,
    "fill-rule": "evenodd",
    transform: `translate(${Math.round(x)} ${Math.round(y)})`,
  });
}

function tonesOfMaterials(light: Light): Pen["material"] {
  // Safety: the entries are those of `materials`, each color replaced by its tones.
  return Object.fromEntries(
    Object.entries(materials).map(([name, color]) => [name, tonesOf(color, light)]),
  ) as Pen["material"];
}
