import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Area } from "./areas.ts";
import type { Form } from "./changes.ts";
import type { TypeScriptMutant } from "./findMutants.ts";
import type { PreparedSources } from "./prepareSources.ts";

/** Files and folders of the project that the sources of an area import. */
const copied = ["api", "web", "package.json", "tsconfig.json"];
const linked = ["node_modules", "typechain-types"];

/**
 * Returns the mutants that the type checker rejects, because such a fault could not be committed. Each check covers
 * one mutant per file, so the file with the most mutants determines the number of checks.
 */
export async function findTypeErrors(
  area: Area,
  { folder, mutants, sources }: PreparedSources,
  numbers: readonly number[],
): Promise<Set<number>> {
  const copy = await copyProject(folder, area);
  const refused = new Set<number>();
  const queues = groupByFile(mutants, numbers);
  while (queues.size > 0) {
    const round = new Map<string, number>();
    for (const [file, queue] of queues) {
      const number = queue.pop();
      if (number === undefined) queues.delete(file);
      else round.set(file, number);
      const mutant = number === undefined ? undefined : mutants[number];
      await writeFile(join(copy, file), mutate(sources.get(file) ?? "", mutant));
    }
    if (round.size === 0) break;
    for (const file of await filesWithErrors(copy, area)) {
      const number = round.get(file);
      if (number !== undefined) refused.add(number);
    }
  }
  await rm(copy, { recursive: true });
  return refused;
}

/** Returns the source with the mutant, or the original. */
export function mutate(source: string, mutant: TypeScriptMutant | undefined): string {
  if (!mutant) return source;
  const { start, end, replacement } = mutant.node;
  const given: Partial<Record<Form, string>> = {
    attribute: `{${replacement}}`,
    // An `if` needs a statement, even an empty one.
    statement: ";",
  };
  return source.slice(0, start) + (given[mutant.form] ?? replacement) + source.slice(end);
}

async function copyProject(folder: string, area: Area): Promise<string> {
  const copy = resolve(folder, "types");
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  for (const path of copied) await cp(path, join(copy, path), { recursive: true });
  for (const path of linked) await symlink(resolve(path), join(copy, path), "dir");
  // Mutants may leave imports and variables unused.
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const settings = { extends: resolve(area.types), compilerOptions, include: [area.sources] };
  await writeFile(join(copy, "tsconfig.mutants.json"), JSON.stringify(settings));
  return copy;
}

function groupByFile(
  mutants: readonly TypeScriptMutant[],
  numbers: readonly number[],
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const number of numbers) {
    const file = mutants[number]?.file ?? "";
    groups.set(file, [...(groups.get(file) ?? []), number]);
  }
  return groups;
}

/** Paths from the project's root. */
async function filesWithErrors(copy: string, area: Area): Promise<Set<string>> {
  const memory = join(copy, "types.tsbuildinfo");
  const child = spawn(
    "tsc",
    ["--noEmit", "--incremental", "--tsBuildInfoFile", memory, "--pretty", "false"].concat([
      "--project",
      "tsconfig.mutants.json",
    ]),
    { cwd: copy, stdio: ["ignore", "pipe", "inherit"] },
  );
  const [printed, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  const files = [...printed.matchAll(/^(\S[^(\n]*)\(\d+,\d+\): error/gm)].map(([, file]) => file);
  if (status !== 0 && files.length === 0) throw new Error(`tsc on ${area.sources}:\n${printed}`);
  return new Set(files.filter((file) => file !== undefined));
}
