import sharp, { type Sharp } from "sharp";
import { createRandom } from "../../scripts/shared/random.ts";
import type { Portrait } from "./portrait.ts";
import { size } from "./svg.ts";

/** Parameters of the print effect. Lengths are in pixels, strengths in brightness levels. */
export const press = {
  /** Distance between rows of the halftone screen's holes, and a hole's radius. */
  pitch: 12,
  hole: 3.1,
  grain: 8,
  mottle: 3,
  mottleSide: 24,
} as const;

/** Prints a portrait from its plates. */
export async function printPortrait(portrait: Portrait): Promise<Sharp> {
  const [plain, screened] = await Promise.all([raster(portrait.plain), raster(portrait.screened)]);
  return sharp(overprint(plain, screened), { raw: { width: size, height: size, channels: 3 } });
}

/** Renders an SVG to the red, green and blue of each pixel. */
function raster(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

/** Composites the screened plate through the halftone screen over the plain one, on paper. */
function overprint(plain: Buffer, screened: Buffer): Uint8ClampedArray {
  const { holes, paper } = sheet();
  const picture = new Uint8ClampedArray(plain.length);
  for (let pixel = 0; pixel < holes.length; pixel += 1) {
    const hole = holes[pixel] ?? 0;
    const shift = paper[pixel] ?? 0;
    for (let at = pixel * 3; at < pixel * 3 + 3; at += 1) {
      const under = plain[at] ?? 0;
      picture[at] = under + ((screened[at] ?? 0) - under) * hole + shift;
    }
  }
  return picture;
}

interface Sheet {
  /** Opacity of the screened plate at each pixel, 0 to 1. */
  holes: Float32Array;
  /** Brightness offset of the paper at each pixel. */
  paper: Float32Array;
}

let cachedSheet: Sheet | undefined;

/** Creates screen and paper, which are the same for every portrait. */
function sheet(): Sheet {
  cachedSheet ??= { holes: cutScreen(), paper: makePaper() };
  return cachedSheet;
}

/** Cuts round holes at the corners and centers of squares, which form rows at 45°. */
function cutScreen(): Float32Array {
  const { pitch, hole } = press;
  const toNearest = (offset: number) => Math.abs(offset - pitch * Math.round(offset / pitch));
  return perPixel((x, y) => {
    const atCorner = Math.hypot(toNearest(x), toNearest(y));
    const inMiddle = Math.hypot(toNearest(x - pitch / 2), toNearest(y - pitch / 2));
    return Math.min(1, Math.max(0, hole + 0.5 - Math.min(atCorner, inMiddle)));
  });
}

/** Makes fine grain on soft blotches. */
function makePaper(): Float32Array {
  const { grain, mottle, mottleSide } = press;
  const random = createRandom("paper");
  const cells = size / mottleSide + 2;
  const blotches = Float32Array.from({ length: cells * cells }, () =>
    random.between(-mottle, mottle),
  );
  const blotch = (column: number, row: number) => blotches[row * cells + column] ?? 0;
  return perPixel((x, y) => {
    const [column, row] = [Math.floor(x / mottleSide), Math.floor(y / mottleSide)];
    const [right, down] = [ease(x / mottleSide - column), ease(y / mottleSide - row)];
    const upper = blotch(column, row) * (1 - right) + blotch(column + 1, row) * right;
    const lower = blotch(column, row + 1) * (1 - right) + blotch(column + 1, row + 1) * right;
    return upper * (1 - down) + lower * down + grain * (random.next() + random.next() - 1);
  });
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

function perPixel(value: (x: number, y: number) => number): Float32Array {
  const values = new Float32Array(size * size);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = value(index % size, Math.floor(index / size));
  }
  return values;
}
