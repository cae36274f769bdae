import { formatHex, formatHex8, parse, wcagLuminance } from "culori";

/** Shifts every theme color to a new hue with the same lightness, so that contrasts do not change. */
export function recolor(css: string, hue: number): string {
  return css.replaceAll(/#[0-9a-f]{6}\b|rgb\([^)]*\)/gi, (text) => {
    const { alpha } = parse(text) ?? {};
    const tinted = (l: number) => ({ mode: "hsl", h: hue, s: 0.35, l }) as const;
    let [low, high] = [0, 1];
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      if (wcagLuminance(tinted(middle)) < wcagLuminance(text)) low = middle;
      else high = middle;
    }
    return alpha === undefined ? formatHex(tinted(high)) : formatHex8({ ...tinted(high), alpha });
  });
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
