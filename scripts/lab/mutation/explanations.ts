import { readFile } from "node:fs/promises";
import { type ExplainedSurvivor, explains } from "../assurance/survivors.ts";
import type { AreaName } from "./areas.ts";
import type { PreparedSources } from "./prepareSources.ts";

/** The explanations of an area that are committed. */
export async function readExplanations(area: AreaName): Promise<ExplainedSurvivor[]> {
  const file = new URL(`survivors/${area}.json`, import.meta.url);
  // Safety: the file is ours.
  return JSON.parse(await readFile(file, "utf8")) as ExplainedSurvivor[];
}

/** Explanations of mutants that do not exist any more: the line has been changed or has gone. */
export function staleExplanations(
  explanations: readonly ExplainedSurvivor[],
  { mutants, sources }: PreparedSources,
): ExplainedSurvivor[] {
  return explanations.filter(
    (one) => !mutants.some((mutant) => explains(one, mutant, sources.get(mutant.file) ?? "")),
  );
}
