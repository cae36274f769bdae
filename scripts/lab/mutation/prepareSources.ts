import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transformWithOxc } from "vite";
import { type Area, sourceFiles } from "./areas.ts";
import { findTypeScriptMutants, type TypeScriptMutant } from "./findMutants.ts";
import { instrument } from "./instrument.ts";

/** The sources of an area with all their mutants in them. */
export interface PreparedSources {
  /** Where they are, for `hook.ts`. */
  folder: string;
  /** Their place in this list is the number that switches them on. */
  mutants: readonly TypeScriptMutant[];
  /** The texts of the sources as they are, by their paths. */
  sources: ReadonlyMap<string, string>;
}

/** Writes them below `cache/mutation`. */
export async function prepareSources(area: Area): Promise<PreparedSources> {
  const folder = join("cache", "mutation", area.name);
  const mutants: TypeScriptMutant[] = [];
  const sources = new Map<string, string>();
  const files = sourceFiles(area);
  for (const file of files) {
    const source = await readFile(file, "utf8");
    sources.set(file, source);
    const found = findTypeScriptMutants(file, source);
    const numbered = found.map((mutant, index) => ({ number: mutants.length + index, mutant }));
    mutants.push(...found);
    await write(join(folder, file), instrument(source, numbered));
    const { code } = await transformWithOxc(instrument(source, numbered), file, {
      jsx: { runtime: "automatic" },
      target: "esnext",
      sourcemap: false,
    });
    await write(join(folder, `${file}.js`), code);
  }
  await write(join(folder, "files"), files.join("\n"));
  await write(join(folder, "count"), String(mutants.length));
  return { folder, mutants, sources };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
