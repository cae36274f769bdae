import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { readCount } from "../../shared/commandLine/readCount.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import type { step } from "../bench/step.ts";
import { DurabilityViolation } from "../crash/durabilityViolation.ts";
import { formatFigures, type LoadFigures, rowsOf } from "./report.ts";
import { type LoadTools, mostWriters, runLoad } from "./runLoad.ts";

const help = `Usage: npm run load [-- OPTIONS]

Starts an operator's setup on free ports of 127.0.0.1: a chain, PostgreSQL, two processes of the service
with the production build (npm run build first), and nginx with api/production/nginx.conf and a
self-signed certificate. Readers and writers use TLS, each with one request at a time; meanwhile each
process restarts once, as its unit would. Then a crowd reads one page, which nginx caches: its readers may
cost the processes one request a second. Afterwards every history is read and must contain every
acknowledged save. Rate limits on saves are off. Everything shares this machine, so real servers handle
more.

  --seconds N     duration of the load, besides the restarts, 2 to 600   (default 20)
  --readers N     concurrent readers, 1 to 100                          (default 8)
  --writers N     how many save at once, 1 to ${mostWriters}                           (default 4)
  --crowd N       how many read one page afterwards, 100 to 100000      (default 10000)
  --json FILE     write all figures to FILE as well
  --help          show this text

Exit status: 0 when every response was correct and no save was lost, 2 on invalid usage, 1 otherwise.`;

/** The command's dependencies besides its arguments. */
export interface LoadCommandTools extends LoadTools {
  /** Runs one step, and shows its progress. */
  step: typeof step;
  /** Ends the run early. */
  signal: AbortSignal;
}

/**
 * Puts the service under load and prints the measurements.
 *
 * @returns the exit status.
 */
export function loadCommand(
  args: readonly string[],
  tools: LoadCommandTools,
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: {
        seconds: { type: "string", default: "20" },
        readers: { type: "string", default: "8" },
        writers: { type: "string", default: "4" },
        crowd: { type: "string", default: "10000" },
        json: { type: "string" },
      },
      read: ({ json, seconds, readers, writers, crowd }) => ({
        json,
        seconds: readCount("--seconds", seconds, { from: 2, to: 600 }),
        readers: readCount("--readers", readers, { from: 1, to: 100 }),
        writers: readCount("--writers", writers, { from: 1, to: mostWriters }),
        crowd: readCount("--crowd", crowd, { from: 100, to: 100_000 }),
      }),
      run: (options) => measure(options, tools, output),
      explain,
    },
    args,
    output,
  );
}

interface Options {
  json: string | undefined;
  seconds: number;
  readers: number;
  writers: number;
  crowd: number;
}

async function measure(options: Options, tools: LoadCommandTools, output: Output): Promise<number> {
  const { json, seconds, readers, writers, crowd } = options;
  const { signal } = tools;
  try {
    const figures = await tools.step(`${readers} readers, ${writers} writers`, (tell) =>
      runLoad({ seconds, readers, writers, crowd, signal, tell }, tools),
    );
    output.log(`\n${formatFigures(figures)}`);
    if (json !== undefined) await writeFile(json, asJson(options, figures));
    return figures.measurements.failures.length === 0 ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return 130;
    throw error;
  }
}

/** Returns a sentence for errors that a person can fix, and any other error unchanged. */
function explain(error: unknown): unknown {
  return error instanceof DurabilityViolation ? `\n${error.message}` : error;
}

function asJson(options: Options, { measurements, ...figures }: LoadFigures): string {
  const machine = { node: process.version, processors: availableParallelism() };
  const { seconds, failures } = measurements;
  const report = { machine, options, ...figures, seconds, failures, rows: rowsOf(measurements) };
  return `${JSON.stringify(report, null, 2)}\n`;
}
