import { hash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TypeScriptMutant } from "./findMutants.ts";
import type { MutantResult } from "./judge.ts";
import type { PlannedFile } from "./plan.ts";

interface KeptResult {
  mutant: string;
  /** Digest of the files on which the result depends. */
  digest: string;
  result: MutantResult;
  /** Limit in seconds of the tests that a survivor was run with. */
  longestSeconds: number;
}

interface RunSettings {
  /** Limit in seconds of the tests for one mutant. */
  longestSeconds: number;
  /** Folder with the test files that run. */
  project: string;
}

/**
 * File of results, to which each new one is appended, so that an interrupted run can be resumed. A kill is valid
 * while the mutated file and the killing test file are unchanged; a survival, while no test file that reaches the
 * mutant is changed or added and the limit is not raised.
 */
export class ResultFile {
  readonly #path: string;
  readonly #kept: ReadonlyMap<string, KeptResult>;

  readonly #longestSeconds: number;
  readonly #project: string;

  private constructor(
    path: string,
    kept: ReadonlyMap<string, KeptResult>,
    { longestSeconds, project }: RunSettings,
  ) {
    this.#project = project;
    this.#path = path;
    this.#kept = kept;
    this.#longestSeconds = longestSeconds;
  }

  static async open(folder: string, settings: RunSettings): Promise<ResultFile> {
    const path = join(folder, "results.jsonl");
    await mkdir(dirname(path), { recursive: true });
    const lines = (await readFile(path, "utf8").catch(() => "")).split("\n").filter(Boolean);
    const kept = lines.map((line): KeptResult => JSON.parse(line));
    const byMutant = new Map(kept.map((each) => [each.mutant, each]));
    return new ResultFile(path, byMutant, settings);
  }

  /** Returns the result of a mutant, if it is still valid. */
  async find(
    mutant: TypeScriptMutant,
    source: string,
    plan: readonly PlannedFile[],
  ): Promise<MutantResult | undefined> {
    const kept = this.#kept.get(keyOf(mutant));
    if (!kept) return undefined;
    const { run = 0, of = 0 } = kept.result.tests ?? {};
    if (run < of && kept.longestSeconds < this.#longestSeconds) return undefined;
    const digest = await this.#digest(kept.result, source, plan);
    return digest === kept.digest ? kept.result : undefined;
  }

  async add(
    mutant: TypeScriptMutant,
    source: string,
    plan: readonly PlannedFile[],
    result: MutantResult,
  ): Promise<void> {
    const digest = await this.#digest(result, source, plan);
    const longestSeconds = this.#longestSeconds;
    const kept: KeptResult = { mutant: keyOf(mutant), digest, result, longestSeconds };
    await appendFile(this.#path, `${JSON.stringify(kept)}\n`);
  }

  async #digest(
    { by }: MutantResult,
    source: string,
    plan: readonly PlannedFile[],
  ): Promise<string> {
    const files = by ? [by.file] : [...new Set(plan.map(({ file }) => file))].sort();
    const read = (file: string) => readFile(join(this.#project, file), "utf8").catch(() => "");
    return hash("sha256", JSON.stringify([source, files, await Promise.all(files.map(read))]));
  }
}

function keyOf({ file, node }: TypeScriptMutant): string {
  return `${file} ${node.start} ${node.end} ${hash("sha256", node.replacement)}`;
}
