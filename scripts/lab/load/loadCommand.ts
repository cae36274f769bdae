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

Exit status: 0 when every request was answered as it should be and no save is lost, 2 on invalid usage,
else 1.`;

/** The command's dependencies besides its arguments. */
export interface LoadCommandTools extends LoadTools {
  /** Runs one step, and shows its progress. */
  step: typeof step;
  /** Ends the run early. */
  signal: AbortSignal;
}

/**
 * Puts the service under load, and prints what was measured.
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
        json: { type: "string" },
      },
      read: ({ json, seconds, readers, writers }) => ({
        json,
        seconds: readCount("--seconds", seconds, { from: 2, to: 600 }),
        readers: readCount("--readers", readers, { from: 1, to: 100 }),
        writers: readCount("--writers", writers, { from: 1, to: mostWriters }),
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
}

async function measure(options: Options, tools: LoadCommandTools, output: Output): Promise<number> {
  const { json, seconds, readers, writers } = options;
  const { signal } = tools;
  try {
    const figures = await tools.step(`${readers} readers, ${writers} writers`, (tell) =>
      runLoad({ seconds, readers, writers, signal, tell }, tools),
    );
    output.log(`\n${formatFigures(figures)}`);
    if (json !== undefined) await writeFile(json, asJson(options, figures));
    return figures.measurements.failures.length === 0 ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return 130;
    throw error;
  }
}

/** A sentence for errors that a person can fix; the whole error for anything else. */
function explain(error: unknown): unknown {
  return error instanceof DurabilityViolation ? `\n${error.message}` : error;
}

function asJson(options: Options, { measurements, ...figures }: LoadFigures): string {
  const machine = { node: process.version, processors: availableParallelism() };
  const { seconds, failures } = measurements;
  const told = { machine, options, ...figures, seconds, failures, rows: rowsOf(measurements) };
  return `${JSON.stringify(told, null, 2)}\n`;
}
