import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Output } from "../../../shared/commandLine/plainOutput.ts";
import { readCount } from "../../../shared/commandLine/readCount.ts";
import { type OptionValues, runCommand } from "../../../shared/commandLine/runCommand.ts";
import { type BenchTools, setUpBench } from "../api/bench.ts";
import { brokenScaleBudgets, budgets } from "./budgets.ts";
import { checkLoad } from "./checkLoad.ts";
import { costsOf, type ScaleFigures } from "./figures.ts";
import { measureScaleSaves } from "./measureScaleSaves.ts";
import { measureStart } from "./measureStart.ts";
import { loads } from "./model.ts";
import { fullPlan, quickPlan, type ScalePlan } from "./plan.ts";
import { formatScale } from "./report.ts";
import { fillStores, type ScaleStore } from "./scaleBench.ts";

const help = `Usage: npm run bench:scale [-- OPTIONS]

Measures the production build on PostgreSQL with up to a million stories: start, memory, CPU time of
reads and saves, sizes. Then puts one process under the load of the last row of docs/scale.md, and
compares its CPU time with the model's. Takes about six minutes and 8 GB in TMPDIR, on Linux. Needs
\`npm run build\`. Budgets: ${budgets.replace(", and ", ",\nand ")}.

  --stories N   stories of the largest store (default: 1000000)
  --quick       smoke test: a few stories and requests, no budgets
  --json FILE   write all figures to FILE as well
  --help        show this text`;

const units = `The process has the environment of the systemd unit; its memory is VmHWM, with the pages of Node's
executable. The largest store's stories have a mean of 1 kB, the others' 4 kB; all saves have 4 kB. "PG's" is
the CPU time of all processes of PostgreSQL, and "WAL" its log. A story on disk includes its search. The chain is a stub.`;

const optionTypes = {
  stories: { type: "string", default: "1000000" },
  quick: { type: "boolean", default: false },
  json: { type: "string" },
} as const;

interface Request {
  plan: ScalePlan;
  hasBudgets: boolean;
  json: string | undefined;
}

/**
 * Measures the service with many stories and checks its budgets.
 *
 * @returns the exit status.
 */
export function runScale(
  args: readonly string[],
  tools: BenchTools,
  output: Output,
): Promise<number> {
  const run = (request: Request) => measureAndJudge(request, tools, output);
  return runCommand({ help, options: optionTypes, read: readRequest, run }, args, output);
}

function readRequest({ stories, quick, json }: OptionValues<typeof optionTypes>): Request {
  const count = readCount("--stories", stories, { from: 20_000, to: 10_000_000 });
  return { plan: quick ? quickPlan : fullPlan(count), hasBudgets: !quick, json };
}

async function measureAndJudge(
  { plan, hasBudgets, json }: Request,
  tools: BenchTools,
  output: Output,
): Promise<number> {
  const figures = await measure(plan, tools);
  output.log(`\n${formatScale(figures)}\n\n${units}`);
  const machine = { node: process.version, processors: availableParallelism() };
  const report = JSON.stringify({ machine, plan, ...figures }, null, 2);
  if (json !== undefined) await writeFile(json, `${report}\n`);
  const broken = hasBudgets ? brokenScaleBudgets(figures) : [];
  if (broken.length === 0) return 0;
  output.error(`\n${broken.join("\n")}`);
  return 1;
}

async function measure(plan: ScalePlan, tools: BenchTools): Promise<ScaleFigures> {
  await tools.step("build", () => tools.build());
  await using bench = await setUpBench(tools);
  await using stack = new AsyncDisposableStack();
  const stores = await tools.step("stores", (tell) => fillStores(bench, plan, stack, tell));
  const sizes = await Promise.all(stores.map(sizeOf));
  const [largest, ...smaller] = stores.toReversed();
  const load = loads[plan.load.row];
  if (largest === undefined || load === undefined) throw new Error("There is nothing to measure.");
  const { service, figures: start } = await tools.step("start and reads", () =>
    measureStart(bench, largest, plan),
  );
  stack.defer(() => service.end());
  const served = [{ store: largest, service }];
  for (const store of smaller) {
    const place = { store: { DATABASE_URL: store.databaseUrl }, rpcUrl: bench.chain.url };
    const other = await bench.startService(place, bench.folder);
    stack.defer(() => other.end());
    served.unshift({ store, service: other });
  }
  const saves = await tools.step("saves", (tell) => measureScaleSaves(bench, served, plan, tell));
  const connections = await largest.probe.connections();
  const figures = { start, saves, sizes, connections };
  const check = await tools.step("load", () =>
    checkLoad(bench, { store: largest, service }, plan, load, costsOf(figures)),
  );
  return { ...figures, check };
}

async function sizeOf({ stories, textBytes, probe }: ScaleStore) {
  const { databaseBytes, revisionsBytes } = await probe.size();
  const storyBytes = databaseBytes / stories;
  return { stories, textBytes, storyBytes, revisionBytes: revisionsBytes / stories };
}
