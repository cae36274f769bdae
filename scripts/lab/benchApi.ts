// npm run bench:api: CPU time of reads and saves, ours on both stores beside bare node:http, Express and fastify.
import { runCommand } from "../shared/commandLine/runCommand.ts";

const help = `Usage: npm run bench:api

Measures the CPU time of a request in the server's process: a story, 304, a page and the list, ours on both
stores beside bare node:http, Express and fastify that send the same bytes with the same headers, in turns;
and of a save, with its latency. Takes about five minutes on an idle machine.

  --help             show this text`;

process.exitCode = await runCommand(
  {
    help,
    options: {},
    read: () => undefined,
    // Imported on demand, because the help does not need it.
    run: async () => (await import("./bench/measureApi.ts")).measureApi(),
  },
  process.argv.slice(2),
  console,
);
