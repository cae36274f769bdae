import { readFile } from "node:fs/promises";
import { describeMutant, type Mutant } from "./mutants/mutant.ts";

/** A mutant that no test can or need notice, named by texts that outlive a change of line numbers. */
export interface ExplainedSurvivor {
  file: string;
  /** The source line, without the blanks around it. */
  line: string;
  change: string;
  /** One sentence. */
  why: string;
}

/** The explanations that are committed. */
export async function readExplanations(): Promise<ExplainedSurvivor[]> {
  const file = new URL("survivors.json", import.meta.url);
  // Safety: the file is ours.
  return JSON.parse(await readFile(file, "utf8")) as ExplainedSurvivor[];
}

/** Whether an explanation is about this mutant. */
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

/** The line of a mutant, as an explanation names it. */
export function sourceLineOf({ line }: Mutant, source: string): string {
  return source.split("\n")[line - 1]?.trim() ?? "";
}
