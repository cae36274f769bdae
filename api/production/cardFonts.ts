import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

const fontFolder = /<dir prefix="relative">([^<]+)<\/dir>/g;

/** Matches files of the weights that cards use; a family may have all weights in one folder. */
const usedStyles = /(400Regular(_Italic)?|800ExtraBold)\.ttf$/;

/** Copies the fonts that `configuration` lists to `fonts/`, and the configuration, which then lists that folder. */
export function cardFonts(configuration: string): Plugin {
  return {
    name: "card-fonts",
    async generateBundle() {
      const text = await readFile(configuration, "utf8");
      for (const [, folder = ""] of text.matchAll(fontFolder)) {
        const path = join(dirname(configuration), folder);
        for (const name of await readdir(path)) {
          if (!usedStyles.test(name)) continue;
          const file = join(path, name);
          const source = await readFile(file);
          this.emitFile({
            ...{ type: "asset" as const, fileName: `fonts/${name}`, originalFileName: file },
            source,
          });
        }
      }
      const source = text
        .replace(fontFolder, "")
        .replace("</fontconfig>", '<dir prefix="relative">fonts</dir></fontconfig>');
      this.emitFile({ type: "asset", fileName: basename(configuration), source });
    },
  };
}
