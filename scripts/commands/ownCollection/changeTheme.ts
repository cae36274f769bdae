import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { collectionConfig } from "#collection/collection.config.ts";
import { escapeHtml } from "#protocol/values/escapeHtml";
import { parseColors, recolor, type Tint } from "./theme.ts";

/** The page that shows the new theme. */
export const themePreview = "cache/theme.html";

const stylesheet = "collection/theme.css";
/** Files with colors of the theme. */
const drawings = ["logo", "public/favicon", "horizon", "horizonByDay", "missing"].map(
  (name) => `collection/${name}.svg`,
);
const config = "collection/collection.config.ts";
/** Files that a written theme changes. */
export const themedFiles = [stylesheet, ...drawings, config];

/**
 * Shows the collection's theme in new tints, on a page with the logo, and writes it if asked to.
 *
 * @param isWritten whether to change the theme, the drawings and the colors in the config.
 */
export async function changeTheme(base: Tint, accent: Tint, isWritten: boolean): Promise<void> {
  const before = await readFile(stylesheet, "utf8");
  const after = recolor(before, base, accent);
  const replace = replacement(before, after);
  const changed = await Promise.all(
    [...drawings, config].map(async (file) => ({
      file,
      text: replace(await readFile(file, "utf8")),
    })),
  );
  const logo = changed.find(({ file }) => file.endsWith("logo.svg"))?.text ?? "";
  await mkdir(dirname(themePreview), { recursive: true });
  await writeFile(themePreview, describeTheme(after, logo));
  if (!isWritten) return;
  await writeFile(stylesheet, after);
  for (const { file, text } of changed) await writeFile(file, text);
}

/** Returns a function that replaces a theme's colors in other files. */
function replacement(before: string, after: string): (text: string) => string {
  const [old, next] = [parseColors(before), parseColors(after)];
  const colors = new Map<string, string>();
  for (const scheme of ["light", "dark"] as const) {
    for (const [name, value] of old[scheme]) {
      if (value.startsWith("#")) colors.set(value, next[scheme].get(name) ?? value);
    }
  }
  return (text) => text.replaceAll(/#[0-9a-f]{6}\b/gi, (color) => colors.get(color) ?? color);
}

function describeTheme(css: string, logo: string): string {
  const colors = parseColors(css);
  const show = (scheme: "dark" | "light") => {
    const color = (name: string) => colors[scheme].get(`color-${name}`) ?? "";
    const swatches = [...colors[scheme]].filter(
      ([name, value]) => name.startsWith("color-") && value !== "",
    );
    const variables = swatches.map(([name, value]) => `--${name}:${value}`).join(";");
    return `<section style="${variables};background:${color("page")};color:${color("text")}">
<div class="logo">${logo}</div>
<h1>${escapeHtml(collectionConfig.name)}</h1>
<p>Text, <span style="color:${color("text-soft")}">soft text</span>, <a style="color:${color("link")}">a link</a>, <b style="color:${color("accent")}">an accent</b>, <span style="color:${color("alert")}">an alert</span>.</p>
<p><button style="background:${color("accent")};color:${color("on-accent")}">Mint</button></p>
<ul>${swatches.map(([name, value]) => `<li><i style="background:${value}"></i>${name.replace("color-", "")}</li>`).join("")}</ul>
</section>`;
  };
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Theme</title>
<style>
  body { margin: 0; display: grid; grid-template-columns: 1fr 1fr; font: 16px/1.5 system-ui, sans-serif; }
  section { padding: 32px; min-height: 100vh; box-sizing: border-box; } .logo svg { height: 64px; width: auto; }
  button { font: inherit; padding: 8px 20px; border: 0; border-radius: 4px; }
  ul { list-style: none; padding: 0; columns: 2; font-size: 13px; } i { display: inline-block; width: 32px; height: 20px; margin-right: 8px; vertical-align: middle; outline: 1px solid #8886; }
</style>
${show("dark")}
${show("light")}
</html>
`;
}
