import { hash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { FileCoverage } from "./messages.ts";
import { LostProcessError, type MutatedProject, MutationProcess } from "./mutationProcess.ts";
import type { PreparedSources } from "./prepareSources.ts";

/** The mutants that each test file reaches, by path, without files that cannot run alone. */
export type Coverage = ReadonlyMap<string, FileCoverage>;

/** Timeout of one test file, long enough for a busy machine. */
const longestMilliseconds = 600_000;

/** Largest share of test files that may have tests that fail without a mutant. */
const mostFailing = 0.1;

/**
 * Runs each test file in its own process, with no mutant active. The coverage of a file is cached until the sources,
 * the file or the tests' shared code changes.
 *
 * @throws {UsageError} if so many files fail that a score would be too low.
 */
export async function readCoverage(
  { folder, sources, mutants }: PreparedSources,
  project: MutatedProject,
  files: readonly string[],
  lanes: number,
  tell: (line: string) => void,
): Promise<Coverage> {
  const common = await digestOf([...sources.values(), JSON.stringify(mutants)], sharedTestFiles());
  const coverage = new Map<string, FileCoverage>();
  const queue = [...files];
  const work = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const digest = hash("sha256", common + (await readFile(file, "utf8")));
      const place = join(folder, "coverage", `${file}.json`);
      const found = (await readKept(place, digest)) ?? (await cover(project, file, tell));
      if (found === undefined) continue;
      coverage.set(file, found);
      if (found.failing.length === 0) {
        await mkdir(dirname(place), { recursive: true });
        await writeFile(place, JSON.stringify({ digest, coverage: found }));
      }
      for (const title of found.failing) tell(`fails without a mutant and is skipped: ${title}`);
      tell(`${coverage.size} of ${files.length} test files measured`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  refuseFailing(coverage);
  return coverage;
}

/** @throws {UsageError} if more than a tenth of the test files have tests that fail without a mutant. */
export function refuseFailing(coverage: Coverage): void {
  const failing = [...coverage.values()].filter((found) => found.failing.length > 0).length;
  if (failing <= mostFailing * coverage.size) return;
  throw new UsageError(
    `Tests of ${failing} of ${coverage.size} files fail without a mutant, so the score would be too low. ` +
      "Run `npm test` and correct them first.",
  );
}

function digestOf(texts: readonly string[], files: readonly string[]): Promise<string> {
  return Promise.all(files.map((file) => readFile(file, "utf8"))).then((contents) =>
    hash("sha256", JSON.stringify([texts, contents])),
  );
}

/** Returns the files that test files import besides the sources. */
function sharedTestFiles(): string[] {
  const all = globSync("test/{api,support,protocol,web,scripts}/**/*.{ts,tsx}");
  return all.filter((file) => !/\.test\.tsx?$/.test(file)).sort();
}

async function readKept(place: string, digest: string): Promise<FileCoverage | undefined> {
  const text = await readFile(place, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const kept: { digest: string; coverage: FileCoverage } = JSON.parse(text);
  return kept.digest === digest ? kept.coverage : undefined;
}

async function cover(
  project: MutatedProject,
  file: string,
  tell: (line: string) => void,
): Promise<FileCoverage | undefined> {
  const worker = await MutationProcess.start(project);
  try {
    const answer = await worker.ask({ type: "cover", file }, longestMilliseconds);
    if (answer.type === "covered") return answer;
    tell(`cannot run alone and is skipped: ${file}\n${Object(answer).reason}`);
  } catch (error) {
    if (!(error instanceof LostProcessError)) throw error;
    tell(`cannot run alone and is skipped: ${file}: ${error.message}`);
  } finally {
    await worker.close();
  }
  return undefined;
}
