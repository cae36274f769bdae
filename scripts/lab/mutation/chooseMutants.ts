import { hash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRandom } from "../../shared/random.ts";
import { describeMutant } from "../assurance/mutants/mutant.ts";
import { sourceLineOf } from "../assurance/survivors.ts";
import type { Area } from "./areas.ts";
import type { PreparedSources } from "./prepareSources.ts";
import { findTypeErrors } from "./typeCheck.ts";

/**
 * Returns `count` mutants chosen by the seed, or all, in source order, without those that the type checker rejects.
 */
export async function chooseMutants(
  area: Area,
  prepared: PreparedSources,
  candidates: readonly number[],
  { count = candidates.length, seed }: { count?: number | undefined; seed: string },
): Promise<number[]> {
  const left = drawMutants(prepared, candidates, seed);
  const chosen: number[] = [];
  while (chosen.length < count && left.length > 0) {
    // About a third is rejected.
    const batch = left.splice(0, Math.ceil((count - chosen.length) * 1.6));
    const refused = await readRefused(area, prepared, batch);
    chosen.push(...batch.filter((number) => !refused.has(number)));
  }
  return chosen.slice(0, count).sort((a, b) => a - b);
}

/** Returns the mutants that the type checker rejects. Results are cached until a source changes. */
async function readRefused(
  area: Area,
  prepared: PreparedSources,
  numbers: readonly number[],
): Promise<Set<number>> {
  const place = join(prepared.folder, "typeErrors.json");
  const checker = await readFile(new URL("typeCheck.ts", import.meta.url), "utf8");
  const digest = hash("sha256", JSON.stringify([checker, ...prepared.sources, prepared.mutants]));
  const text = await readFile(place, "utf8").catch(() => "{}");
  const kept: { digest?: string; refused: [number, boolean][] } = JSON.parse(text);
  const known = new Map(kept.digest === digest ? kept.refused : []);
  const unknown = numbers.filter((number) => !known.has(number));
  if (unknown.length > 0) {
    const refused = await findTypeErrors(area, prepared, unknown);
    for (const number of unknown) known.set(number, refused.has(number));
    await writeFile(place, JSON.stringify({ digest, refused: [...known] }));
  }
  return new Set(numbers.filter((number) => known.get(number)));
}

/**
 * Orders mutants by the seed. A mutant's place depends on nothing but its file, line and change, so that a sample is
 * nearly the same after a change of other lines.
 */
export function drawMutants(
  { mutants, sources }: Pick<PreparedSources, "mutants" | "sources">,
  candidates: readonly number[],
  seed: string,
): number[] {
  const seen = new Map<string, number>();
  const lots = candidates.map((number) => {
    const mutant = mutants[number];
    if (mutant === undefined) throw new Error(`Mutant ${number} does not exist.`);
    const { file } = mutant;
    const line = sourceLineOf(mutant, sources.get(file) ?? "");
    const key = JSON.stringify([file, line, describeMutant(mutant)]);
    const equalsBefore = seen.get(key) ?? 0;
    seen.set(key, equalsBefore + 1);
    return { number, lot: createRandom(seed, key, equalsBefore).next() };
  });
  return lots.sort((a, b) => a.lot - b.lot).map(({ number }) => number);
}
