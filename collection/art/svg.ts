/** SVG markup of a part of a portrait. */
export type Svg = string;

/** Width and height of a portrait in portrait units; at full size, one unit is one pixel. */
export const size = 1200;

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Rounds to a tenth, for short markup that is identical on all machines. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Returns the markup of an element; omits undefined attributes. */
export function element(name: string, attributes: Attributes, ...children: Svg[]): Svg {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : value}"`)
    .join("");
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join("")}</${name}>`;
}

export function group(attributes: Attributes, ...children: Svg[]): Svg {
  return element("g", attributes, ...children);
}

/** Returns a `transform` value that moves; of several values, the first is applied last. */
export function translation(x: number, y: number): string {
  return d`translate(${x} ${y})`;
}

/** Returns a `transform` value that rotates clockwise around a point. */
export function rotation(degrees: number, x = 0, y = 0): string {
  return d`rotate(${degrees} ${x} ${y})`;
}

/** Returns a `transform` value that scales around the lines x = `centerX` and y = `centerY`. */
export function scaling(x: number, y: number, centerX = 0, centerY = 0): string {
  const factors = `${x.toFixed(3)} ${y.toFixed(3)}`;
  return `${translation(centerX, centerY)} scale(${factors}) ${translation(-centerX, -centerY)}`;
}

/** Draws `children` moved, turned or scaled. */
export function moved(transform: string, ...children: Svg[]): Svg {
  return group({ transform }, ...children);
}

/** Returns path data, each number rounded: ``d`M${x} ${y}h10` ``. */
export function d(text: TemplateStringsArray, ...values: (number | string)[]): string {
  return String.raw(
    text,
    ...values.map((value) => (typeof value === "number" ? round(value) : value)),
  );
}

/** Draws a filled shape without outline. */
export function flat(data: string, fill: string, opacity?: number): Svg {
  return element("path", { d: data, fill, "fill-opacity": opacity });
}

/** Draws a stroke with round ends. */
export function stroke(data: string, color: string, width: number, opacity?: number): Svg {
  return element("path", {
    d: data,
    fill: "none",
    stroke: color,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "stroke-opacity": opacity,
  });
}

export function disc(x: number, y: number, radius: number, fill: string, opacity?: number): Svg {
  return element("circle", { cx: x, cy: y, r: radius, fill, "fill-opacity": opacity });
}

/** Returns an ellipse's path data, for shapes that are clipped or shaded. */
export function ellipse(x: number, y: number, rx: number, ry = rx): string {
  return d`M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`;
}

/** Returns the path data of a rectangle with rounded corners. */
export function box(x: number, y: number, width: number, height: number, corner = 0): string {
  const r = Math.min(corner, width / 2, height / 2);
  return d`M${x + r} ${y}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - 2 * r}q0 ${r} ${-r} ${r}h${2 * r - width}q${-r} 0 ${-r} ${-r}v${2 * r - height}q0 ${-r} ${r} ${-r}Z`;
}

/** A segment of an outline: end point, or control points and end point, of a line or Bézier curve. */
export type Segment =
  | readonly [number, number]
  | readonly [number, number, number, number]
  | readonly [number, number, number, number, number, number];

/**
 * Returns closed path data of a shape symmetric about the line x = `center`. `half` runs down the right side, x
 * measured from that line; its first segment is the start point.
 */
export function bilateral(center: number, half: readonly Segment[]): string {
  const points = half.map((segment) => pairs(segment));
  const at = ([x, y]: Point, side: number) => d`${center + side * x} ${y}`;
  const down = points.slice(1).map((curve) => command(curve.map((point) => at(point, 1))));
  const up: string[] = [];
  for (let index = points.length - 1; index > 0; index -= 1) {
    const controls = (points[index] ?? []).slice(0, -1).reverse();
    const end = (points[index - 1] ?? []).slice(-1);
    up.push(command([...controls, ...end].map((point) => at(point, -1))));
  }
  const start = points[0]?.at(-1) ?? [0, 0];
  const bottom = points.at(-1)?.at(-1) ?? [0, 0];
  return `M${at(start, 1)}${down.join("")}L${at(bottom, -1)}${up.join("")}Z`;
}

type Point = readonly [number, number];

function pairs(segment: readonly number[]): Point[] {
  return Array.from(
    { length: segment.length / 2 },
    (_, index): Point => [segment[2 * index] ?? 0, segment[2 * index + 1] ?? 0],
  );
}

function command(points: readonly string[]): string {
  return `${["L", "Q", "C"][points.length - 1]}${points.join(" ")}`;
}
