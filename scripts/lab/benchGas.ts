// npm run bench:gas: gas of our contract and of the same collection on other token implementations.
import { tasks } from "hardhat";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { compareWithSnapshot, formatReport, writeSnapshot } from "./bench/gas/report.ts";
import { measureSubject, measureViews } from "./bench/gas/scenarios.ts";
import { ourSubject, peerSubjects } from "./bench/gas/subjects.ts";

const help = `Usage: npm run bench:gas [-- OPTIONS]

Measures the gas of our contract, of the same collection on OpenZeppelin's ERC721Enumerable, ERC721A,
solady and ERC721Psi, and the minimum cost of FringeMint. All get the same calldata, and every run gives
the same figures. Takes about three minutes. Fails when a row of ours differs from the snapshot by over 0.5 %.

  --only ours        measure only our contract (about forty seconds)
  --update           write our figures to the snapshot that npm test compares with
  --help             show this text`;

const units = `Gas of whole transactions in a running sale: other tokens are minted, the authorisation is new, and
its ID is a number of six digits. A neighbour of that number is used, unless it is the "first of 256
numbers". "First time" is a minter without tokens, "worst of 32 IDs" the most expensive of 32 successive
first IDs. Every figure is measured on the same state. The floor uses the real calldata, which is
identical for all; it sets one bit of a used slot for the transaction ID.
Views are "execution": gas without the 21,000 and the calldata, in a collection of 10,000; "typical" is the
median of tokens all over it, "worst" the most expensive of them; "first" and "last" are indices of one
owner's tokens. A dash means that the contract has no such call.`;

interface Options {
  only?: string | undefined;
  update: boolean;
}

process.exitCode = await runCommand(
  {
    help,
    options: {
      only: { type: "string" },
      update: { type: "boolean", default: false },
    },
    read(options: Options) {
      if (options.only === undefined || options.only === "ours") return options;
      throw new UsageError(`--only takes "ours", not "${options.only}".`);
    },
    run: measure,
  },
  process.argv.slice(2),
  console,
);

/** @returns the exit status. */
async function measure({ only, update }: Options): Promise<number> {
  const subjects = await step("contracts", async () => {
    await tasks.getTask("build").run({ quiet: true });
    return [await ourSubject(), ...(only === "ours" ? [] : await peerSubjects())];
  });
  const measured = [];
  for (const subject of subjects) {
    const rows = await step(subject.title, async (report) => [
      ...(await measureSubject(subject)),
      ...(await measureViews(subject, report)),
    ]);
    measured.push({ subject, rows });
  }
  console.log(`\n${formatReport(measured)}\n\n${units}`);
  const ours = measured[0]?.rows ?? [];
  if (update) {
    await writeSnapshot(ours);
    console.log("\nThe snapshot is updated: review the change and commit it.");
    return 0;
  }
  const differences = await compareWithSnapshot(ours);
  if (differences.length === 0) return 0;
  console.error(`\n${differences.join("\n")}`);
  console.error("If this is intended, run `npm run bench:gas -- --only ours --update`.");
  return 1;
}
