// npm run bench:growth: what each endpoint and page costs in collections of 100, 1,000 and 9,900 tokens.
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";

/** Leaves tokens below the collection's cap for the mint authorization. */
const maxSize = 9_900;

const help = `Usage: npm run bench:growth [-- SIZE…]

Measures requests to the node, CPU time and bytes of one response of each endpoint and page, generated anew at a
new block, in collections of 100, 1,000 and 9,900 tokens with as many stories, or of other sizes. One wallet holds
half of them: single mints, batches and received ones. Takes about six minutes.

  --help             show this text

  npm run bench:growth -- 100 1000`;

process.exitCode = await runCommand(
  {
    help,
    options: {},
    takesPositionals: true,
    read(_options, sizes: string[]) {
      const invalid = sizes.find((size) => !/^[1-9]\d{1,3}$/.test(size) || Number(size) > maxSize);
      if (invalid === undefined)
        return sizes.length === 0 ? [100, 1_000, maxSize] : sizes.map(Number);
      throw new UsageError(`A size is a number from 10 to ${maxSize}, not "${invalid}".`);
    },
    // Imported on demand, because the help does not need it.
    run: async (sizes) => (await import("./bench/measureGrowth.ts")).measureGrowth(sizes),
  },
  process.argv.slice(2),
  console,
);
