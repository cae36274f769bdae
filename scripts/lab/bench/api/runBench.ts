import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Output } from "../../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../../shared/commandLine/usageError.ts";
import { type BenchTools, setUpBench } from "./bench.ts";
import { brokenBudgets } from "./budgets.ts";
import { measureMemory } from "./memory/measureMemory.ts";
import { measureOverload } from "./overload/measureOverload.ts";
import { fullPlan, type Plan, quickPlan } from "./plan.ts";
import { measureReads } from "./reads/measureReads.ts";
import { type Figures, formatFigures } from "./report.ts";
import { measureSaves } from "./saves/measureSaves.ts";

const help = `Usage: npm run bench:api [-- OPTIONS]

Compares the service with bare node:http, fastify and Express (reads) and with a minimal save (saves),
in one run in which all take turns, and what readers and writers experience while four times the
saves arrive that fill a core. Takes some minutes. Fails when a budget is exceeded. Budgets: a story at
0.95 × bare node:http or more, its page from the cache at 0.8, a save in the fullest store at 1.1 × the
time in the emptiest or less, memory of at most 200 MB that no longer grows once the cache is full
(1.1 × in half of the passes); while too many saves arrive, p99 of reads at most 20 ms, and of
refusals at most 200 ms.
Ratios are stable on a busy machine, times are not. TMPDIR sets the disk for saves.

  --only PART        reads (with memory), saves or overload
  --quick            smoke test: a few requests each, no budgets
  --json FILE        write all figures to FILE as well
  --help             show this text`;

const units = `Reads: CPU time of the server's process per request, all threads, medians of sessions; "×" is the
number of requests it serves in the CPU time of one request of bare node:http. Each session starts all
servers anew and loads them in turn; "±" is half the range of the sessions' "× same headers". Each
server runs in its own process and sends exactly our bytes. "Same headers" also sends all our headers,
the security headers included, so it is the fair baseline; "body only" sends just the body and its
type, length and encoding. fastify and Express send all our headers. Ours reads a store of all those
stories and, with PostgreSQL, queries the database every 25 ms for saves of other processes.

Memory: of the production build with the environment of its systemd unit; its resident pages include
those of Node's executable. "At the start" is when the search's thread has ended and V8 has returned
its memory, which takes some seconds.

Saves: latencies at the client, p50 and p99 of sequential saves, saves per second with 16 concurrent;
each replaces the 4 kB story of some drifter. The floor is a bare node:http server that hashes,
recovers the signer, calls the chain once and writes once (a file and its name, or a row), durably. The
chain is a stub that responds at once, the same for all. "List" is the first list read after a save.

Too many saves: saves and reads of stories arrive at fixed rates, and their times count from then. A
save that is refused with 503 is sent again later.`;

/**
 * Measures the service and checks its budgets.
 *
 * @returns the exit status.
 */
export function runBench(
  args: readonly string[],
  tools: BenchTools,
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      read: readOptions,
      run: (options) => measureAndJudge(options, tools, output),
    },
    args,
    output,
  );
}

async function measureAndJudge(
  { only, quick, json }: Options,
  tools: BenchTools,
  output: Output,
): Promise<number> {
  const plan = quick ? quickPlan : fullPlan;
  const figures = await measure(plan, only, tools);
  output.log(`\n${formatFigures(figures)}\n\n${units}`);
  const machine = { node: process.version, processors: availableParallelism() };
  const report = JSON.stringify({ machine, plan, ...figures }, null, 2);
  if (json !== undefined) await writeFile(json, `${report}\n`);
  const broken = quick ? [] : brokenBudgets(figures);
  if (broken.length === 0) return 0;
  output.error(`\n${broken.join("\n")}`);
  output.error("Run it again on a quiet machine; then profile with NODE_OPTIONS=--cpu-prof.");
  return 1;
}

async function measure(plan: Plan, only: Options["only"], tools: BenchTools): Promise<Figures> {
  await using bench = await setUpBench(tools);
  const measured: Figures = {};
  const has = (part: string) => only === undefined || only === part;
  if (has("reads")) {
    await tools.step("build", () => tools.build());
    measured.reads = await tools.step("reads", (tell) => measureReads(bench, plan, tell));
    measured.memory = await tools.step("memory", (tell) => measureMemory(bench, plan, tell));
  }
  if (has("saves")) {
    measured.saves = await tools.step("saves", (tell) => measureSaves(bench, plan, tell));
  }
  if (has("overload")) {
    measured.overload = await tools.step("overload", (tell) => measureOverload(bench, plan, tell));
  }
  return measured;
}

const optionTypes = {
  only: { type: "string" },
  quick: { type: "boolean", default: false },
  json: { type: "string" },
} as const;

type Options = OptionValues<typeof optionTypes>;

function readOptions(options: Options): Options {
  const { only } = options;
  if (only === undefined || ["reads", "saves", "overload"].includes(only)) return options;
  throw new UsageError(`--only takes "reads", "saves" or "overload", not "${only}".`);
}
