import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sources } from "./importGraph.ts";

/** Folders whose files tests reach by imports. */
export const watchedFolders = ["contracts", "test", "api", "scripts", "web/src", "typechain-types"];

/** Reads all sources of the project. */
export async function readSources(root: string): Promise<Sources> {
  const files: string[] = [];
  for (const folder of watchedFolders) {
    for await (const file of glob(`${folder}/**/*.{sol,ts,tsx}`, { cwd: root })) {
      files.push(file.replaceAll("\\", "/"));
    }
  }
  const read = async (file: string) =>
    [file, await readFile(join(root, file), "utf8").catch(() => "")] as const;
  return new Map(await Promise.all(files.map(read)));
}
