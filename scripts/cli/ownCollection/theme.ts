const hexColor = /#[0-9a-f]{6}\b/gi;

/** Relative luminance, from 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(a: string, b: string): number {
  const [low = 0, high = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Gives every color of a theme another hue, and as much light as before: contrasts stay. */
export function recolor(css: string, hue: number): string {
  const change = (hex: string) => withLuminance(luminanceOf(hex), hue);
  return css.replaceAll(hexColor, change).replaceAll(/rgb\((\d+) (\d+) (\d+)/g, (_, ...parts) => {
    const hex = change(
      `#${parts
        .slice(0, 3)
        .map((part) => hexByte(Number(part)))
        .join("")}`,
    );
    return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(" ")}`;
  });
}

/** Returns the color of a hue with that luminance; its saturation is that of gray with a tint. */
function withLuminance(luminance: number, hue: number): string {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (luminanceOf(hexOf(hue, middle)) < luminance) low = middle;
    else high = middle;
  }
  return hexOf(hue, high);
}

/** Converts HSL to hex: https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
function hexOf(hue: number, lightness: number): string {
  const reach = 0.35 * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return hexByte(Math.round(255 * value));
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, "0");
}

/** Colors of a theme by their variables, in the dark and the light scheme. Variables of variables are resolved. */
export function colorsOf(css: string): Record<"dark" | "light", ReadonlyMap<string, string>> {
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
