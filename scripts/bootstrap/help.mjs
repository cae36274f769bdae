// Reads a command's help from its source, because the command itself needs packages.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./packages.mjs";

/** Returns the `Usage: …` text in a file of scripts/, or in a file that it imports. */
export function readHelp(file) {
  const path = join(root, "scripts", file);
  const imported = [...readFileSync(path, "utf8").matchAll(/"([^"]+\.ts)"/g)]
    .flatMap(([, name]) => [join(dirname(path), name), join(root, name)])
    .filter((each) => existsSync(each));
  for (const source of [path, ...imported]) {
    const found = /`(Usage: npm (?:\\.|[^`\\])*)`/s.exec(readFileSync(source, "utf8"));
    if (found === null) continue;
    return found[1]
      .replace(/\$\{.*?\}/g, "  (listed here once a command has installed the packages)")
      .replace(/\\(.)/g, "$1");
  }
  throw new Error(`${file} imports no file with a text "Usage: npm …".`);
}
