import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { BookFile } from "../siteFiles.ts";

const fontFace = /@font-face\s*\{[^}]*\}/g;
const fontUrl = /url\((["']?)([^"')]+\.woff2)\1\)/;

/**
 * Reads the site's fonts, and returns them with their style sheet, which is separate because some reading systems
 * ignore a whole style sheet for a `unicode-range`.
 *
 * @param styles paths of the build's style sheets below `webDir`.
 */
export async function readFonts(
  webDir: string,
  styles: readonly string[],
): Promise<{ css: string; fonts: BookFile[] }> {
  const faces = new Map<string, string>();
  for (const style of styles) {
    const css = await readFile(join(webDir, style), "utf8");
    for (const [face] of css.matchAll(fontFace)) {
      const [, , url] = fontUrl.exec(face) ?? [];
      if (url === undefined) continue;
      const path = url.startsWith("/") ? url.slice(1) : posix.join(posix.dirname(style), url);
      const rule = face.replace(
        /src:[^;}]*/,
        `src:url(fonts/${posix.basename(path)}) format("woff2")`,
      );
      faces.set(path, rule.replace(/font-display:[^;}]*;?/, ""));
    }
  }
  const fonts = await Promise.all(
    [...faces.keys()].map(async (path) => {
      return { path: `fonts/${posix.basename(path)}`, content: await readFile(join(webDir, path)) };
    }),
  );
  return { css: `${[...faces.values()].join("\n")}\n`, fonts };
}

/** Style sheet of an EPUB. Colors are left to reading systems, which have themes. */
export const bookStyles = `body { font-family: "Alegreya Variable", serif; line-height: 1.5; margin: 0 5%; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { font-family: "Big Shoulders Display", sans-serif; line-height: 1.15; break-after: avoid; text-align: start; }
h1 { font-size: 2em; }
.cover { text-align: center; margin: 0; }
.cover img { max-width: 100%; max-height: 100vh; }
.part { text-align: center; padding-top: 35%; }
.part h1 { font-size: 3em; text-align: center; }
.chapter header { text-align: center; break-inside: avoid; }
.chapter header img { width: 60%; max-width: 20em; }
.chapter header h1 { text-align: center; margin: 0.6em 0 1em; }
.number, .byline, .revisions, .traits, .signatures, .address, code { font-size: 0.85em; }
.number { font-weight: normal; }
.byline { margin-top: 2em; border-top: 1px solid currentColor; padding-top: 0.6em; }
.seal { width: 3em; height: 3em; vertical-align: middle; }
.address, .signatures dd, code { font-family: "Spline Sans Mono", monospace; word-break: break-all; }
.signatures dt { margin-top: 1em; }
.signatures dd, .colophon dd { margin: 0; word-break: break-all; }
.colophon dt { font-weight: bold; margin-top: 1em; }
nav ol { list-style: none; padding-inline-start: 1em; }
nav li { margin: 0.3em 0; }
blockquote { margin-inline: 1.5em; font-style: italic; }
table { border-collapse: collapse; }
th, td { border: 1px solid currentColor; padding: 0.2em 0.5em; }
pre { white-space: pre-wrap; }
hr { border: 0; border-top: 1px solid currentColor; width: 30%; margin: 2em auto; }
.sr-only { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
`;
