import { readFile } from "node:fs/promises";
import { describeMutant, type Mutant } from "./mutants/mutant.ts";

/** A mutant that no test can or needs to detect, identified independently of line numbers. */
export interface ExplainedSurvivor {
  file: string;
  /** Trimmed source line. */
  line: string;
  change: string;
  /** One sentence. */
  why: string;
}

/** Reads the committed explanations. */
export async function readExplanations(): Promise<ExplainedSurvivor[]> {
  const file = new URL("survivors.json", import.meta.url);
  // Safety: the file is maintained in this repository.
  return JSON.parse(await readFile(file, "utf8")) as ExplainedSurvivor[];
}

/** Whether an explanation describes this mutant. */
export function explains(
  { file, line, change }: ExplainedSurvivor,
  mutant: Mutant,
  source: string,
): boolean {
  return (
    file === mutant.file &&
    line === sourceLineOf(mutant, source) &&
    change === describeMutant(mutant)
  );
}

/** Returns the source line of a mutant as explanations quote it. */
export function sourceLineOf({ line }: Mutant, source: string): string {
  return source.split("\n")[line - 1]?.trim() ?? "";
}
