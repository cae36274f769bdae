import type { Output } from "../../../shared/commandLine/plainOutput.ts";
import { readCount } from "../../../shared/commandLine/readCount.ts";
import { runCommand } from "../../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../../shared/commandLine/usageError.ts";
import { budget } from "./report.ts";

/** Parts of the bench. */
const parts = ["book", "verify"] as const;

export interface BookBenchOptions {
  stories: number;
  /** The only part to measure; undefined for all. */
  only: (typeof parts)[number] | undefined;
  /** Where the figures are written as well. */
  json: string | undefined;
}

/** The collection has no more drifters. */
const most = 10_000;

const help = `Usage: npm run bench:book [-- OPTIONS]

Writes a book of signed stories with portraits, a quarter of them in two versions, and imports it
without the chain. Then verifies a receipt of each drifter of a collection on a local node, which
were transferred nine times each: by the state of the receipts' blocks, and by events from a node without
old state that returns 2,000 blocks or 10,000 events at once at the most.
Fails if any but the import takes more than ${budget.seconds} s, or the book more than ${budget.bookBytes / 1e6} MB.

  --stories N   number of stories, a multiple of ten (default: ${most})
  --only PART   measure only this: ${parts.join(" or ")}
  --json FILE   write all figures to FILE as well
  --help        show this text`;

/**
 * Runs `npm run bench:book`.
 *
 * @returns the exit status.
 */
export function runBookBench(
  args: readonly string[],
  output: Output,
  run: (options: BookBenchOptions) => Promise<number>,
): Promise<number> {
  return runCommand(
    {
      help,
      options: {
        stories: { type: "string", default: String(most) },
        only: { type: "string" },
        json: { type: "string" },
      },
      read({ stories, only, json }): BookBenchOptions {
        const part = parts.find((each) => each === only);
        if (part !== only) throw new UsageError(`--only takes ${parts.join(" or ")}.`);
        const count = readCount("--stories", stories, { from: 10, to: most });
        if (count % 10 > 0) throw new UsageError("--stories takes a multiple of ten.");
        return { stories: count, only: part, json };
      },
      run,
    },
    args,
    output,
  );
}
