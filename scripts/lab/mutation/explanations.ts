import { readFile } from "node:fs/promises";
import { type ExplainedSurvivor, explains } from "../assurance/survivors.ts";
import type { AreaName } from "./areas.ts";
import type { PreparedSources } from "./prepareSources.ts";

/** Reads the committed explanations of an area. */
export async function readExplanations(area: AreaName): Promise<ExplainedSurvivor[]> {
  const file = new URL(`survivors/${area}.json`, import.meta.url);
  // Safety: the file is maintained in this repository.
  return JSON.parse(await readFile(file, "utf8")) as ExplainedSurvivor[];
}

/** Returns explanations whose mutant no longer exists, because its line was changed or removed. */
export function staleExplanations(
  explanations: readonly ExplainedSurvivor[],
  { mutants, sources }: PreparedSources,
): ExplainedSurvivor[] {
  return explanations.filter(
    (one) => !mutants.some((mutant) => explains(one, mutant, sources.get(mutant.file) ?? "")),
  );
}
