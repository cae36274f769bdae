/** Radii of the seal in its square of 64 × 64. */
const rays = { from: 23.5, to: 25, longest: 7 };
const disc = 21.5;

/**
 * Draws a text's seal: a sun whose 64 rays are as long as the hash's hexadecimal digits, around a star whose points
 * and depth also come from the hash. Other texts have other seals.
 *
 * @param hash SHA-256 of the text, 64 hexadecimal digits.
 * @returns the data of an SVG path with the fill rule `evenodd`, in a square of 64 × 64.
 * @example sealPath("3639efcd08abb273b1619e82e78c29a7df02c1051b1820e99fc395dcaa3326b8").startsWith("M") // true
 */
export function sealPath(hash: string): string {
  const digits = Array.from(hash, (digit) => Number.parseInt(digit, 16));
  const sum = (from: number, to: number) =>
    digits.slice(from, to).reduce((total, digit) => total * 16 + digit, 0);
  const points = 5 + (sum(0, 4) % 8);
  const depth = 5 + (sum(4, 8) % 100) / 12;
  const core = 1.5 + (sum(8, 12) % 30) / 12;
  const turns = digits.length;
  const sun = digits.map((digit, index) => {
    const outer = rays.to + (digit / 15) * rays.longest;
    const at = (offset: number, radius: number) => point((index + offset) / turns, radius);
    return polygon([at(-0.3, rays.from), at(-0.18, outer), at(0.18, outer), at(0.3, rays.from)]);
  });
  const star = Array.from({ length: points * 2 }, (_, index) =>
    point(index / (points * 2), index % 2 === 0 ? disc - 3 : depth),
  );
  return [...sun, circle(disc), polygon(star), circle(core)].join("");
}

/** Returns a point on a circle around the middle, clockwise from the top. @param turn from 0 to 1. */
function point(turn: number, radius: number): string {
  const angle = turn * 2 * Math.PI;
  return `${round(32 + radius * Math.sin(angle))} ${round(32 - radius * Math.cos(angle))}`;
}

function polygon(points: readonly string[]): string {
  return `M${points.join("L")}Z`;
}

function circle(radius: number): string {
  const r = round(radius);
  return `M32 ${round(32 - radius)}a${r} ${r} 0 1 0 .01 0Z`;
}

/** Rounds to tenths, which are invisible at every size and keep the path short. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
