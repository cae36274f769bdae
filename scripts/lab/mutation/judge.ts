import type { Mutant } from "./mutants/mutant.ts";
import type { MutationWorker, TestQuestion } from "./mutationPool.ts";

/** Result of testing a mutant. */
export interface Fate {
  fate: "killed" | "survived" | "same code" | "does not compile";
  /** The test that failed. */
  by?: string;
}

/**
 * Optimizer settings that compile several times faster than the project's, the fastest first. With the first,
 * contracts with much assembly may fail to compile or exceed the size limit.
 */
const drafts = [
  { enabled: false },
  { enabled: true, runs: 1, details: { cse: false, constantOptimizer: false, yul: true } },
];

/** Maximum number of recent killers that run before all other tests. */
const favouriteCount = 8;

/**
 * Tests mutants, first as drafts with the faster optimizer settings. Survivors are compiled with the project's
 * settings, compared with the code of the original and of other survivors, and tested again, with the gas tests.
 */
export class Judge {
  readonly #draft: object | undefined;
  readonly #codes: Set<string>;
  readonly #favourites: string[] = [];

  private constructor(draft: object | undefined, codes: string[]) {
    this.#draft = draft;
    this.#codes = new Set(codes);
  }

  /** Checks that the tests pass without a mutant, and chooses the fastest optimizer settings with which they pass. */
  static async prepare(worker: MutationWorker): Promise<Judge> {
    const original = await compile(worker);
    if (!original) throw new Error("The contracts do not compile.");
    const plain = new Judge(undefined, [original]);
    await plain.requirePassing(worker);
    for (const draft of drafts) {
      const code = await compile(worker, undefined, draft);
      if (code && !(await test(worker, code, { isDraft: true })))
        return new Judge(draft, [original, code]);
    }
    return plain;
  }

  /** @throws when the tests fail without a mutant. */
  async requirePassing(worker: MutationWorker): Promise<void> {
    const [original = ""] = this.#codes;
    const failure = await test(worker, original);
    if (!failure) return;
    throw new Error(`Without a mutant, "${failure.by}" fails: ${failure.reason}. Fix it first.`);
  }

  async judge(worker: MutationWorker, mutant: Mutant): Promise<Fate> {
    const drafted = this.#draft && (await compile(worker, mutant, this.#draft));
    if (drafted) {
      const fate = await this.#try(worker, drafted, true);
      if (fate.fate !== "survived") return fate;
    }
    const code = await compile(worker, mutant);
    return code ? this.#try(worker, code, false) : { fate: "does not compile" };
  }

  async #try(worker: MutationWorker, code: string, isDraft: boolean): Promise<Fate> {
    if (this.#codes.has(code)) return { fate: "same code" };
    this.#codes.add(code);
    const failure = await test(worker, code, { isDraft, favourites: this.#favourites });
    if (!failure) return { fate: "survived" };
    if (!failure.timedOut) this.#remember(failure.by);
    return { fate: "killed", by: failure.by };
  }

  /** Moves the last killer to the front, because it often kills the next mutant too. */
  #remember(title: string): void {
    const others = this.#favourites.filter((favourite) => favourite !== title);
    this.#favourites.splice(0, Infinity, title, ...others.slice(0, favouriteCount - 1));
  }
}

async function compile(worker: MutationWorker, mutant?: Mutant, optimizer?: object) {
  const answer = await worker.ask({ kind: "compile", mutant, optimizer });
  return answer.kind === "compiled" ? answer.code : undefined;
}

async function test(
  worker: MutationWorker,
  code: string,
  { isDraft = false, favourites = [] }: Partial<Omit<TestQuestion, "kind" | "code">> = {},
) {
  const answer = await worker.ask({ kind: "test", code, favourites, isDraft });
  return answer.kind === "killed" ? answer : undefined;
}
