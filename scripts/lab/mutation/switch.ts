/** Number that activates no mutant. */
export const noMutant = -1;

/** Switch of a process, set up by `hook.ts`. */
export interface MutantSwitch {
  /** Number of the active mutant. */
  active: number;
  /** By number, 1 for a mutant that was reached since the list was last cleared. */
  reached: Uint8Array;
}

/** Environment variables of the processes of a mutation run. */
interface MutationVariables {
  /** Number of mutants. */
  count: number;
  active: number;
  /** File for the reached mutants, and the process that does not need it. */
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

/** Returns the switch of this process. */
export function mutantSwitch(): MutantSwitch {
  // Safety: `hook.ts` defines it before anything else is loaded.
  return (globalThis as unknown as { mutantSwitch__: MutantSwitch }).mutantSwitch__;
}

/** Activates a mutant in this process and in those that it starts. */
export function switchOn(number: number): void {
  mutantSwitch().active = number;
  process.env.MUTATION_ACTIVE = String(number);
}

/** Returns and clears the mutants that were reached in this process. */
export function takeReached(): number[] {
  const { reached } = mutantSwitch();
  const numbers: number[] = [];
  for (let number = reached.indexOf(1); number >= 0; number = reached.indexOf(1, number + 1)) {
    numbers.push(number);
  }
  reached.fill(0);
  return numbers;
}
