/** The number that switches none on. */
export const noMutant = -1;

/** The switch of this process, as `hook.ts` sets it up. */
export interface MutantSwitch {
  /** The mutant that is on. */
  active: number;
  /** By number: 1 for a mutant whose place was reached since the list was last cleared. */
  reached: Uint8Array;
}

/** What processes of a mutation run are told by their environment. */
interface MutationVariables {
  /** How many mutants there are. */
  count: number;
  active: number;
  /** Where to write what is reached, and the process that needs no file for that. */
  hits: { file: string; worker: number } | undefined;
}

export function mutationVariables(environment: NodeJS.ProcessEnv): MutationVariables {
  const { MUTATION_COUNT, MUTATION_ACTIVE, MUTATION_HITS, MUTATION_WORKER } = environment;
  const hits =
    MUTATION_HITS !== undefined && MUTATION_WORKER !== undefined
      ? { file: MUTATION_HITS, worker: Number(MUTATION_WORKER) }
      : undefined;
  return { count: Number(MUTATION_COUNT ?? 0), active: Number(MUTATION_ACTIVE ?? noMutant), hits };
}

/** The switch of this process. */
export function mutantSwitch(): MutantSwitch {
  // Safety: `hook.ts` has put it there before anything else was loaded.
  return (globalThis as unknown as { mutantSwitch__: MutantSwitch }).mutantSwitch__;
}

/** From now on this mutant is on, in this process and in those that it starts. */
export function switchOn(number: number): void {
  mutantSwitch().active = number;
  process.env.MUTATION_ACTIVE = String(number);
}

/** The mutants whose places were reached in this process; the list is cleared. */
export function takeReached(): number[] {
  const { reached } = mutantSwitch();
  const numbers: number[] = [];
  for (let number = reached.indexOf(1); number >= 0; number = reached.indexOf(1, number + 1)) {
    numbers.push(number);
  }
  reached.fill(0);
  return numbers;
}
