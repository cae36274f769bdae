// npm run load: the service as in production, under load, while its processes are started anew.
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import ora from "ora";
import { endOnSignal } from "./commandLine/endOnSignal.ts";
import { UsageError } from "./commandLine/usageError.ts";
import { BrokenPromise } from "./crash/brokenPromise.ts";
import { formatFigures, type LoadFigures, rowsOf } from "./load/report.ts";
import { mostWriters, runLoad } from "./load/runLoad.ts";

const help = `Usage: npm run load [-- OPTIONS]

Brings up on 127.0.0.1, on free ports, what an operator does: a chain, PostgreSQL, two processes of the
service with the production build (npm run build first), and nginx with api/production/nginx.conf and a
certificate of its own. Readers and writers go through TLS, each with one request at a time; in the middle
each process is started anew as its unit does, one after the other. In the end every history is read: each
acknowledged save has to be there. The limits on saves are set so high that they do not count. Everything
runs on this one machine, which so tells less than the real ones would take.

  --seconds N     how long there is load, besides the restarts, 2 to 600   (default 20)
  --readers N     how many read at once, 1 to 100                          (default 8)
  --writers N     how many save at once, 1 to ${mostWriters}                           (default 4)
  --json FILE     write all figures to FILE as well
  --help          show this text

Exit status: 0 when every request was answered as it should be and no save is lost, else 1.`;

const options = readOptions();
const ending = endOnSignal();

try {
  const figures = await run();
  console.log(`\n${formatFigures(figures)}`);
  if (options.json !== undefined) await writeFile(options.json, asJson(figures));
  process.exitCode = figures.measurements.failures.length === 0 ? 0 : 1;
} catch (error) {
  if (!ending.aborted) console.error(`\n${explain(error)}`);
  process.exitCode = ending.aborted ? 130 : 1;
}

async function run(): Promise<LoadFigures> {
  const { seconds, readers, writers } = options;
  const spinner = ora({ text: "starting", discardStdin: false }).start();
  try {
    const tell = (doing: string) => {
      spinner.text = doing;
    };
    const figures = await runLoad({ seconds, readers, writers, signal: ending, tell });
    spinner.succeed(`${readers} readers, ${writers} writers`);
    return figures;
  } catch (error) {
    spinner.fail();
    throw error;
  }
}

function explain(error: unknown): unknown {
  const isPlain = error instanceof BrokenPromise || error instanceof UsageError;
  return isPlain ? error.message : error;
}

function asJson({ measurements, ...figures }: LoadFigures): string {
  const machine = { node: process.version, processors: availableParallelism() };
  const { seconds, failures } = measurements;
  const told = { machine, options, ...figures, seconds, failures, rows: rowsOf(measurements) };
  return `${JSON.stringify(told, null, 2)}\n`;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: "string", default: "20" },
        readers: { type: "string", default: "8" },
        writers: { type: "string", default: "4" },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    return {
      json: values.json,
      seconds: readCount("--seconds", values.seconds, { from: 2, to: 600 }),
      readers: readCount("--readers", values.readers, { from: 1, to: 100 }),
      writers: readCount("--writers", values.writers, { from: 1, to: mostWriters }),
    };
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n\n${help}\n`);
    return process.exit(1);
  }
}

function readCount(
  name: string,
  given: string,
  { from, to }: { from: number; to: number },
): number {
  const count = Number(given);
  if (/^\d{1,3}$/.test(given) && count >= from && count <= to) return count;
  throw new Error(`${name} takes a whole number from ${from} to ${to}, not "${given}".`);
}
