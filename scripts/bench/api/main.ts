// npm run bench:api: how fast the service reads and saves, beside what nobody could do without.
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { step } from "../step.ts";
import { setUpBench } from "./bench.ts";
import { brokenBudgets } from "./budgets.ts";
import { measureMemory } from "./memory/measureMemory.ts";
import { fullPlan, quickPlan } from "./plan.ts";
import { measureReads } from "./reads/measureReads.ts";
import { type Figures, formatFigures } from "./report.ts";
import { measureSaves } from "./saves/measureSaves.ts";

const help = `Usage: npm run bench:api [-- OPTIONS]

Measures the service beside bare node:http, fastify and Express (reads), and beside the least that a
save can do (saves), in one run in which all take turns. Takes some minutes. Fails when a budget does
not hold: a story at 0.8 × bare node:http or more, a save in the fullest store at 1.3 × the time in the
emptiest or less, memory that no longer grows once the cache is full (1.1 × in half of the passes).
Ratios hold on a busy machine, times do not. TMPDIR says on which disk it saves.

  --only PART        reads (with memory) or saves
  --quick            a few requests each: shows that all of it works, and judges no budget
  --json FILE        write all figures to FILE as well
  --help             show this text`;

const units = `Reads: CPU of the server's process for each request, all threads, median of the rounds; "×" is how
many requests it answers with the CPU that bare node:http takes for one, median of each round's. Every
server is a process of its own and sends our very bytes. "Same headers" sends all our headers too, the
security headers among them, so it is the fair yardstick; "body only" sends just the body and its type,
length and encoding. fastify and Express send all our headers. Ours reads a store of all those stories,
and with PostgreSQL asks the database at each read what other processes have saved.

Saves: times as their sender sees them, p50 and p99 one after the other, saves a second with 16 under
way; each replaces the 4 kB story of some drifter. The floor is a bare node:http server that hashes,
recovers the signer, asks the chain once and writes once (a file and its name, or a row), durably. The
chain is a stub that answers at once, the same for all. "List" is the first list read after a save.`;

const options = readOptions();
const plan = options.quick ? quickPlan : fullPlan;
const figures = await measure();
console.log(`\n${formatFigures(figures)}\n\n${units}`);
if (options.json !== undefined) await writeFile(options.json, asJson());
if (!options.quick) judge();

async function measure(): Promise<Figures> {
  await using bench = await setUpBench();
  const measured: Figures = {};
  if (options.only !== "saves") {
    measured.reads = await step("reads", (tell) => measureReads(bench, plan, tell));
    measured.memory = await step("memory", (tell) => measureMemory(bench, plan, tell));
  }
  if (options.only !== "reads") {
    measured.saves = await step("saves", (tell) => measureSaves(bench, plan, tell));
  }
  return measured;
}

function asJson(): string {
  const machine = { node: process.version, processors: availableParallelism() };
  return `${JSON.stringify({ machine, plan, ...figures }, null, 2)}\n`;
}

function judge(): void {
  const broken = brokenBudgets(figures);
  if (broken.length === 0) return;
  console.error(`\n${broken.join("\n")}`);
  console.error("Run it again on a quiet machine; then profile with NODE_OPTIONS=--cpu-prof.");
  process.exitCode = 1;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string" },
        quick: { type: "boolean", default: false },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    if (values.only !== undefined && !["reads", "saves"].includes(values.only)) {
      throw new Error(`--only takes "reads" or "saves", not "${values.only}".`);
    }
    return values;
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n\n${help}\n`);
    return process.exit(1);
  }
}
