import { hash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TypeScriptMutant } from "./findMutants.ts";
import type { Verdict } from "./judge.ts";
import type { PlannedFile } from "./plan.ts";

interface KeptVerdict {
  mutant: string;
  /** Digest of the files on which the verdict depends. */
  digest: string;
  verdict: Verdict;
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
 * File of verdicts, to which each new one is appended, so that an interrupted run can be resumed. A kill is valid
 * while the mutated file and the killing test file are unchanged; a survival, while no test file that reaches the
 * mutant is changed or added and the limit is not raised.
 */
export class VerdictFile {
  readonly #path: string;
  readonly #kept: ReadonlyMap<string, KeptVerdict>;

  readonly #longestSeconds: number;
  readonly #project: string;

  private constructor(
    path: string,
    kept: ReadonlyMap<string, KeptVerdict>,
    { longestSeconds, project }: RunSettings,
  ) {
    this.#project = project;
    this.#path = path;
    this.#kept = kept;
    this.#longestSeconds = longestSeconds;
  }

  static async open(folder: string, settings: RunSettings): Promise<VerdictFile> {
    const path = join(folder, "verdicts.jsonl");
    await mkdir(dirname(path), { recursive: true });
    const lines = (await readFile(path, "utf8").catch(() => "")).split("\n").filter(Boolean);
    const kept = lines.map((line): KeptVerdict => JSON.parse(line));
    const byMutant = new Map(kept.map((each) => [each.mutant, each]));
    return new VerdictFile(path, byMutant, settings);
  }

  /** Returns the verdict on a mutant, if it is still valid. */
  async find(
    mutant: TypeScriptMutant,
    source: string,
    plan: readonly PlannedFile[],
  ): Promise<Verdict | undefined> {
    const kept = this.#kept.get(keyOf(mutant));
    if (!kept) return undefined;
    const { run = 0, of = 0 } = kept.verdict.tests ?? {};
    if (run < of && kept.longestSeconds < this.#longestSeconds) return undefined;
    const digest = await this.#digest(kept.verdict, source, plan);
    return digest === kept.digest ? kept.verdict : undefined;
  }

  async add(
    mutant: TypeScriptMutant,
    source: string,
    plan: readonly PlannedFile[],
    verdict: Verdict,
  ): Promise<void> {
    const digest = await this.#digest(verdict, source, plan);
    const longestSeconds = this.#longestSeconds;
    const kept: KeptVerdict = { mutant: keyOf(mutant), digest, verdict, longestSeconds };
    await appendFile(this.#path, `${JSON.stringify(kept)}\n`);
  }

  async #digest({ by }: Verdict, source: string, plan: readonly PlannedFile[]): Promise<string> {
    const files = by ? [by.file] : [...new Set(plan.map(({ file }) => file))].sort();
    const read = (file: string) => readFile(join(this.#project, file), "utf8").catch(() => "");
    return hash("sha256", JSON.stringify([source, files, await Promise.all(files.map(read))]));
  }
}

function keyOf({ file, node }: TypeScriptMutant): string {
  return `${file} ${node.start} ${node.end} ${hash("sha256", node.replacement)}`;
}
