import { converter, formatHex, formatHex8, parse, wcagLuminance } from "culori";

/** A hue in degrees, with an HSL saturation from 0 to 1. */
export interface Tint {
  hue: number;
  saturation: number;
}

/** Saturation of a theme that was chosen by its hue only. */
export const plainSaturation = 0.35;

/**
 * Gives every theme color a new hue with the same luminance, so that contrasts do not change. Alerts stay as they are.
 *
 * @param accent tint of accents and links.
 */
export function recolor(css: string, base: Tint, accent = base): string {
  const lines = css.split(/(?<=\n)/).map((line) => {
    if (line.includes("--color-alert")) return line;
    return shift(line, /accent|ember|ochre|link|teal/.test(line) ? accent : base);
  });
  return lines.join("");
}

function shift(css: string, { hue, saturation }: Tint): string {
  return css.replaceAll(/#[0-9a-f]{6}\b|rgb\([^)]*\)/gi, (text) => {
    const { alpha } = parse(text) ?? {};
    const tinted = (l: number) => ({ mode: "hsl", h: hue, s: saturation, l }) as const;
    let [low, high] = [0, 1];
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      if (wcagLuminance(tinted(middle)) < wcagLuminance(text)) low = middle;
      else high = middle;
    }
    return alpha === undefined ? formatHex(tinted(high)) : formatHex8({ ...tinted(high), alpha });
  });
}

/** Returns the tint of a CSS color; undefined for gray or no color. */
export function tintOf(color: string): Tint | undefined {
  const { h, s = 0 } = converter("hsl")(color) ?? {};
  return h === undefined ? undefined : { hue: h, saturation: s };
}

/** Returns a theme's colors by variable, in the dark and the light scheme. Resolves nested variables. */
export function parseColors(css: string): Record<"dark" | "light", ReadonlyMap<string, string>> {
  const [dark = "", light = ""] = css.split("@media (prefers-color-scheme: light)");
  const read = (...parts: string[]) => {
    const values = new Map(
      parts.flatMap((part) =>
        [...part.matchAll(/--([\w-]+): ([^;]+);/g)].map(
          ([, name = "", value = ""]) => [name, value] as const,
        ),
      ),
    );
    const resolve = (value: string): string => {
      const variable = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
      return variable === undefined ? value : resolve(values.get(variable) ?? "");
    };
    return new Map([...values].map(([name, value]) => [name, resolve(value)]));
  };
  return { dark: read(dark), light: read(dark, light) };
}
