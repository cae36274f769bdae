import { type Color, type Light, materials, type Tones, tonesOf } from "./light.ts";
import { d, element, flat, group, type Svg, size, stroke } from "./svg.ts";

/** How a solid form is shaded. Lengths are in portrait units. */
export interface FormStyle {
  /** Width of the shadow on the side away from the light; 0 for none. */
  shade?: number;
  /** Width of the bright edge towards the light; 0 for none. */
  rim?: number;
  /** Width of the outline; 0 for none. */
  outline?: number;
  /** Drawn inside the form, under its shadow: pattern, folds, stains. */
  inside?: Svg;
}

/**
 * A portrait is printed from two plates: the plain one has no dots at all, and on the screened one
 * every dotted shape is solid. Seen through a screen of round holes, the second makes the dots on the first.
 * (Dots drawn as an SVG pattern take six times as long to render.)
 */
export type Plate = "plain" | "screened";

/** Draws forms under one light, and keeps the ids in the document apart. */
export interface Pen {
  light: Light;
  material: Record<keyof typeof materials, Tones>;
  /** The tones of any colour under this light. */
  tones(color: Color): Tones;
  /** A solid form: body colour, its inside, shadow with a dotted edge, bright edge, outline. */
  form(data: string, tones: Tones, style?: FormStyle): Svg;
  /** Shows `children` only inside the outline. */
  clip(data: string, ...children: Svg[]): Svg;
  /** A line in ink. */
  line(data: string, width?: number, opacity?: number): Svg;
  /** A paint that fills a shape with fine dots of `color`. */
  dots(color: Color): string;
  /** A paint that fades from one colour to another, top to bottom of the shape. */
  fade(
    stops: readonly [offset: number, color: Color, opacity?: number][],
    radial?: boolean,
  ): string;
  /** What `fade` refers to; goes anywhere in the document. */
  definitions(): Svg;
}

export function createPen(light: Light, plate: Plate): Pen {
  const definitions = new Map<string, { id: string; markup: Svg }>();
  let clips = 0;

  const define = (key: string, markup: (id: string) => Svg) => {
    const known = definitions.get(key) ?? { id: `p${definitions.size}`, markup: "" };
    if (!definitions.has(key)) definitions.set(key, { id: known.id, markup: markup(known.id) });
    return `url(#${known.id})`;
  };

  const clip: Pen["clip"] = (data, ...children) => {
    const id = `c${clips++}`;
    return (
      element("clipPath", { id }, element("path", { d: data })) +
      group({ "clip-path": `url(#${id})` }, ...children)
    );
  };

  const dots: Pen["dots"] = (color) => (plate === "screened" ? color : "none");

  const fade: Pen["fade"] = (stops, radial = false) =>
    define(`fade ${radial} ${JSON.stringify(stops)}`, (id) =>
      element(
        radial ? "radialGradient" : "linearGradient",
        radial ? { id } : { id, x1: 0, y1: 0, x2: 0, y2: 1 },
        ...stops.map(([offset, color, opacity]) =>
          element("stop", {
            offset: `${offset}`,
            "stop-color": color,
            "stop-opacity": opacity === undefined ? undefined : `${opacity}`,
          }),
        ),
      ),
    );

  const line: Pen["line"] = (data, width = 5, opacity) => stroke(data, light.ink, width, opacity);

  const form: Pen["form"] = (data, tones, style = {}) => {
    const { shade = 26, rim = 7, outline = 6, inside = "" } = style;
    return [
      clip(
        data,
        flat(data, tones.base),
        inside,
        shade > 0 ? outside(data, -1.45 * shade, -0.75 * shade, dots(tones.shade)) : "",
        shade > 0 ? outside(data, -shade, -0.5 * shade, tones.shade) : "",
        rim > 0 ? outside(data, rim, 0.7 * rim, tones.lit) : "",
      ),
      outline > 0 ? line(data, outline) : "",
    ].join("");
  };

  return {
    light,
    material: tonesOfMaterials(light),
    tones: (color) => tonesOf(color, light),
    form,
    clip,
    line,
    dots,
    fade,
    definitions: () =>
      element("defs", {}, ...[...definitions.values()].map(({ markup }) => markup)),
  };
}

/** All of the picture that a moved copy of the shape leaves free. */
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
  // Safety: the entries are those of `materials`, each colour replaced by its tones.
  return Object.fromEntries(
    Object.entries(materials).map(([name, color]) => [name, tonesOf(color, light)]),
  ) as Pen["material"];
}
