import { readFile } from "node:fs/promises";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../../collection/lore.md");

/** First paragraph of the home page's lore, in one line. */
export const lore =
  (await readFile(file, "utf8"))
    .trim()
    .split(/\n{2,}/)[0]
    ?.replaceAll("\n", " ") ?? "";
