// npm run bench:api: CPU time of reads and saves, ours on both stores beside bare node:http.
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { readCount } from "../shared/commandLine/usageError.ts";
import type { Plan } from "./bench/measureApi.ts";

const help = `Usage: npm run bench:api [-- OPTIONS]

Measures the CPU time of a request in the server's process: a story, 304, a page and the list, ours on both
stores beside bare node:http that sends the same bytes with the same headers, in turns; and of a save, with
its latency. Takes about four minutes on an idle machine.

  --stories N        stories in each store (default 2000)
  --rounds N         rounds that count (default 9)
  --help             show this text`;

process.exitCode = await runCommand(
  {
    help,
    options: {
      stories: { type: "string", default: "2000" },
      rounds: { type: "string", default: "9" },
    },
    read: ({ stories, rounds }): Plan => ({
      stories: readCount("--stories", stories, { from: 10, to: 10_000 }),
      rounds: readCount("--rounds", rounds, { from: 1, to: 99 }),
    }),
    // On demand, because the help needs none of it.
    run: async (plan) => (await import("./bench/measureApi.ts")).measureApi(plan),
  },
  process.argv.slice(2),
  console,
);
