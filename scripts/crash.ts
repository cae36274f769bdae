// npm run crash: kills the real service under load and proves that it kept every promise.
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import ora from "ora";
import { endOnSignal } from "./commandLine/endOnSignal.ts";
import { BrokenPromise } from "./crash/brokenPromise.ts";
import type { StoreName } from "./crash/home.ts";
import { formatFigures, type StoreFigures } from "./crash/report.ts";
import { runRounds } from "./crash/rounds.ts";

const help = `Usage: npm run crash [-- OPTIONS]

Starts the real service, saves signed stories from several sides at once, kills it with SIGKILL at a
random moment, starts it again, and proves: every acknowledged save is there, none is torn, list and
records agree, replaced texts stay refused, a lost save can be posted again, and the start needed no
repair. With PostgreSQL, every fifth round kills the database's processes, too or instead. One round
after the other on the same stories; a round takes about a second.

  --store NAME       lowdb, postgres or both  (default both)
  --rounds N         rounds for each store    (default 25)
  --seed TEXT        repeat the texts, the savers and the kills of a run; it is printed in the end
  --json FILE        write the figures of every round to FILE as well
  --help             show this text

Exit status: 0 when every promise was kept, 1 when one was broken: it says which, and the seed.`;

const options = readOptions();
const ending = endOnSignal();

const figures: StoreFigures[] = [];
try {
  for (const store of options.stores) figures.push({ store, rounds: await run(store) });
} catch (error) {
  if (!ending.aborted) console.error(`\n${explain(error)}`);
  process.exitCode = ending.aborted ? 130 : 1;
}
if (figures.length > 0) console.log(`\n${formatFigures(figures)}`);
console.log(`\nSeed: ${options.seed}`);
if (options.json !== undefined) await writeFile(options.json, asJson());

/** Shows how far the rounds on one store are. */
async function run(store: StoreName) {
  const { rounds, seed } = options;
  const spinner = ora({ text: `${store}: starting`, discardStdin: false }).start();
  try {
    const onRound = ({ round }: { round: number }) => {
      spinner.text = `${store}: ${round} of ${rounds} rounds`;
    };
    const done = await runRounds({ store, rounds, seed, signal: ending, onRound });
    spinner.succeed();
    return done;
  } catch (error) {
    spinner.fail();
    throw error;
  }
}

function explain(error: unknown): unknown {
  return error instanceof BrokenPromise ? error.message : error;
}

function asJson(): string {
  return `${JSON.stringify({ seed: options.seed, stores: figures }, null, 2)}\n`;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        store: { type: "string", default: "both" },
        rounds: { type: "string", default: "25" },
        seed: { type: "string", default: randomUUID().slice(0, 8) },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    return { ...values, stores: readStores(values.store), rounds: readRounds(values.rounds) };
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n\n${help}\n`);
    return process.exit(1);
  }
}

function readStores(name: string): readonly StoreName[] {
  if (name === "both") return ["lowdb", "postgres"];
  if (name === "lowdb" || name === "postgres") return [name];
  throw new Error(`--store takes lowdb, postgres or both, not "${name}".`);
}

function readRounds(rounds: string): number {
  if (/^[1-9]\d{0,5}$/.test(rounds)) return Number(rounds);
  throw new Error(`--rounds takes a whole number from 1 to 999999, not "${rounds}".`);
}
