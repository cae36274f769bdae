// npm run mutate -- api | protocol | web: mutation testing of the TypeScript.
import { readCount } from "../../shared/commandLine/readCount.ts";
import type { Command } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { compileContracts } from "../../shared/compileContracts.ts";
import { readDurations } from "../../test/shares.ts";
import { type Area, type AreaName, areaNames, readArea, testFiles } from "./areas.ts";
import { chooseMutants } from "./chooseMutants.ts";
import { readCoverage } from "./coverage.ts";
import { readExplanations } from "./explanations.ts";
import { MutationJudge } from "./judge.ts";
import { type MutatedProject, MutationProcess } from "./mutationProcess.ts";
import { type PlannedFile, planFor } from "./plan.ts";
import { openMutatedProject, type PreparedSources, prepareSources } from "./prepareSources.ts";
import { describe, type Outcome, report, type Sample } from "./report.ts";
import { ResultFile } from "./results.ts";
import { TestProcesses } from "./testProcesses.ts";

const help = `npm run mutate -- api | protocol | web [OPTIONS]

Changes the sources of an area (api/src, api/protocol, web/src) in one place at a time (changes a condition, operator or
literal, removes a statement, an await or a call) and runs the tests that reach the place, the fastest first. A
mutant is killed when a test fails, passes without the mutant, and fails with it again.

Survivors that no test can detect are explained in one sentence each in scripts/lab/mutation/survivors/AREA.json.
Exits with 1 if the score of the first sample is below 90 %, that of another sample below 85 %, or if an explanation
matches no mutant or one that was killed.

  --sample N      number of mutants, chosen at random (200); \`all\` for all
  --seed TEXT     seed of the sample ("1"); repeat the option for a second sample
  --file TEXT     only mutants of files whose path contains TEXT
  --only N,M      only mutants with these numbers in the list
  --list          print the mutants and stop
  --longest N     maximum seconds of tests per mutant, by their duration in \`npm test\` (60)
  --fresh         ignore the results of earlier runs
  --workers N     number of parallel processes (2)
  --help          show this text

An interrupted run resumes where it stopped. The working tree is not changed.`;

/** Minimum scores in percent of the first sample, for which tests are written, and of the others. */
const leastScores = [90, 85];

interface Options {
  area: AreaName;
  sample: number | undefined;
  seeds: readonly string[];
  file: string;
  only: readonly number[] | undefined;
  list: boolean;
  longestSeconds: number;
  fresh: boolean;
  workers: number;
}

const options = {
  sample: { type: "string", default: "200" },
  seed: { type: "string", multiple: true },
  file: { type: "string", default: "" },
  only: { type: "string" },
  list: { type: "boolean", default: false },
  longest: { type: "string", default: "60" },
  fresh: { type: "boolean", default: false },
  workers: { type: "string", default: "2" },
} as const;

/** Mutation testing of an area of the TypeScript. */
export const mutateTypeScript: Command<typeof options, Options> = {
  help,
  options,
  takesWords: true,
  read({ longest, workers, sample, seed = ["1"], only, ...others }, [name, ...rest]): Options {
    const area = areaNames.find((each) => each === name);
    if (area === undefined || rest.length > 0) {
      throw new UsageError("Name one area: contracts, api, protocol or web.");
    }
    return {
      ...others,
      area,
      seeds: seed,
      sample:
        sample === "all" ? undefined : readCount("--sample", sample, { from: 1, to: 100_000 }),
      only: only?.split(",").map(Number),
      longestSeconds: readCount("--longest", longest, { from: 1, to: 3_600 }),
      workers: readCount("--workers", workers, { from: 1, to: 64 }),
    };
  },
  run: mutate,
};

/** @returns the exit status. */
async function mutate(options: Options): Promise<number> {
  const area = readArea(options.area);
  const prepared = await prepareSources(area);
  const candidates = select(prepared, options);
  const samples = await chooseSamples(area, prepared, candidates, options);
  const numbers = [...new Set(samples.flatMap((sample) => sample.numbers))].sort((a, b) => a - b);
  if (options.list) {
    for (const number of numbers) console.log(`${number}\t${describe(prepared, number)}`);
    return 0;
  }
  const tell = (line: string) => console.error(line);
  await compileContracts();
  const folder = await openMutatedProject(area, prepared);
  const project = { folder, count: prepared.mutants.length };
  const coverage = await readCoverage(prepared, project, testFiles(area), options.workers, tell);
  const durations = await readDurations();
  const plans = new Map(numbers.map((number) => [number, planFor(number, coverage, durations)]));
  const outcomes = await judgeAll(prepared, project, plans, options);
  return report(prepared, outcomes, samples, await readExplanations(area.name));
}

async function chooseSamples(
  area: Area,
  prepared: PreparedSources,
  candidates: readonly number[],
  { sample: count, seeds, only, file }: Options,
): Promise<Sample[]> {
  const isPartial = only !== undefined || file !== "";
  const choose = (limit: number | undefined, seed: string) =>
    chooseMutants(area, prepared, candidates, { count: limit, seed });
  if (count === undefined || only) {
    const leastScore = isPartial ? undefined : leastScores[0];
    return [{ name: "all", numbers: await choose(undefined, ""), leastScore }];
  }
  const samples: Sample[] = [];
  for (const [index, seed] of seeds.entries()) {
    const leastScore = isPartial ? undefined : leastScores[Math.min(index, 1)];
    samples.push({ name: `seed ${seed}`, numbers: await choose(count, seed), leastScore });
  }
  return samples;
}

function select({ mutants }: PreparedSources, { only, file }: Options): number[] {
  const selected = mutants
    .map((_, number) => number)
    .filter((number) => mutants[number]?.file.includes(file) && (only?.includes(number) ?? true));
  if (selected.length > 0) return selected;
  throw new UsageError("No mutant matches these options. `--list --sample all` prints all.");
}

async function judgeAll(
  prepared: PreparedSources,
  project: MutatedProject,
  plans: ReadonlyMap<number, readonly PlannedFile[]>,
  { workers, longestSeconds, fresh }: Options,
): Promise<Outcome[]> {
  const results = await ResultFile.open(prepared.folder, {
    longestSeconds,
    project: project.folder,
  });
  const outcomes: Outcome[] = [];
  const queue = [...plans];
  const started = performance.now();
  const work = async () => {
    const start = async (active?: number) =>
      new TestProcesses(() => MutationProcess.start(project, active));
    const judge = new MutationJudge(start, longestSeconds * 1_000);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [number, plan] = next;
      const mutant = prepared.mutants[number];
      const source = prepared.sources.get(mutant?.file ?? "");
      if (!mutant || source === undefined) throw new Error(`Mutant ${number} does not exist.`);
      const known = fresh ? undefined : await results.find(mutant, source, plan);
      const result = known ?? (await judge.judge(number, plan));
      if (!known) await results.add(mutant, source, plan, result);
      outcomes.push({ number, result });
      const seconds = Math.round((performance.now() - started) / 1_000);
      console.error(
        `${outcomes.length} of ${plans.size}, ${seconds} s: ${result.fate} ${describe(prepared, number)}`,
      );
    }
    await judge.close();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return outcomes.sort((a, b) => a.number - b.number);
}
