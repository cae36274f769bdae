import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import ora from "ora";
import { endOnSignal } from "../../shared/commandLine/endOnSignal.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { readCount } from "../../shared/commandLine/readCount.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { StoreName } from "./crashStore.ts";
import { DurabilityViolation } from "./durabilityViolation.ts";
import { formatFigures, type StoreFigures } from "./report.ts";
import { runRounds } from "./rounds.ts";

const help = `Usage: npm run crash [-- OPTIONS]

Starts the real service, saves signed stories concurrently, kills it with SIGKILL at a random moment,
restarts it and verifies that every acknowledged save is stored and complete, that list and records
agree, that replaced texts are still rejected, that a lost save can be retried, and that the start needed
no repair. With PostgreSQL, every fifth round kills the database's processes too, or only those. All
rounds use the same stories; a round takes about a second.

  --store NAME       lowdb, postgres or both  (default both)
  --rounds N         rounds for each store    (default 25)
  --seed TEXT        repeat the texts, writers and kills of a run; printed at the end
  --json FILE        write the figures of every round to FILE as well
  --help             show this text

Exit status: 0 when every guarantee holds, 1 when one is violated (it prints which, and the seed),
2 on invalid usage.`;

/**
 * Runs `npm run crash`.
 *
 * @returns the exit status.
 */
export function runCrash(args: readonly string[], output: Output): Promise<number> {
  return runCommand(
    {
      help,
      options: {
        store: { type: "string", default: "both" },
        rounds: { type: "string", default: "25" },
        seed: { type: "string", default: randomUUID().slice(0, 8) },
        json: { type: "string" },
      },
      read: ({ store, rounds, ...values }) => ({
        ...values,
        stores: readStores(store),
        rounds: readCount("--rounds", rounds, { from: 1, to: 999_999 }),
      }),
      run: (options) => runAll(options, output),
    },
    args,
    output,
  );
}

interface Options {
  stores: readonly StoreName[];
  rounds: number;
  seed: string;
  json?: string | undefined;
}

async function runAll(options: Options, output: Output): Promise<number> {
  const { stores, seed, json } = options;
  const ending = endOnSignal();
  const figures: StoreFigures[] = [];
  let status = 0;
  try {
    for (const store of stores)
      figures.push({ store, rounds: await runOn(store, options, ending) });
  } catch (error) {
    if (!ending.aborted) output.error(`\n${explain(error)}`);
    status = ending.aborted ? 130 : 1;
  }
  if (figures.length > 0) output.log(`\n${formatFigures(figures)}`);
  output.log(`\nSeed: ${seed}`);
  const report = JSON.stringify({ seed, stores: figures }, null, 2);
  if (json !== undefined) await writeFile(json, `${report}\n`);
  return status;
}

/** Runs the rounds on one store and shows progress. */
async function runOn(store: StoreName, { rounds, seed }: Options, ending: AbortSignal) {
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
  return error instanceof DurabilityViolation ? error.message : error;
}

function readStores(name: string): readonly StoreName[] {
  if (name === "both") return ["lowdb", "postgres"];
  if (name === "lowdb" || name === "postgres") return [name];
  throw new UsageError(`--store takes lowdb, postgres or both, not "${name}".`);
}
