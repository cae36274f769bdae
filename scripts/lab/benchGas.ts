// npm run bench:gas: gas of our contract and of the same collection on other token implementations.
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import { compareWithSnapshot, formatReport, writeSnapshot } from "./bench/gas/report.ts";
import type { Measurement } from "./bench/gas/scenarios.ts";

const help = `Usage: npm run bench:gas [-- OPTIONS]

Measures the gas of our contract, of the same collection on OpenZeppelin's ERC721Enumerable, ERC721A,
solady and ERC721Psi, and the minimum cost of FringeMint. All get the same calldata, and every run gives
the same figures. Takes about three minutes. Fails when a row of ours differs from the snapshot by over 0.5 %.

  --write            measure only our contract, and write its figures to the snapshot that npm test compares
                     with (about forty seconds)
  --help             show this text

  npm run bench:gas -- --write`;

const units = `Gas of whole transactions in a running sale: other tokens are minted, the authorization is new, and
its ID is a number of six digits. A neighbor of that number is used, unless it is the "first of 256
numbers". "First time" is a minter without tokens. Every figure is measured on the same state. The floor
uses the real calldata, which is identical for all; it sets one bit of a used slot for the transaction ID.
Views are "execution": gas without the 21,000 and the calldata, in a collection of 10,000; "typical" is the
median of tokens all over it, "worst" the most expensive of them; "first" and "last" are indices of one
owner's tokens. A dash means that the contract has no such call. IDs of ERC721A and of ERC721Psi are
sequential, their cheapest case, so they have no phases of IDs; "Psi" writes no balance.`;

process.exitCode = await runCommand(
  {
    help,
    options: { write: { type: "boolean", default: false } },
    read: ({ write }: { write: boolean }) => write,
    run: measure,
  },
  process.argv.slice(2),
  console,
);

/** @returns the exit status. */
async function measure(write: boolean): Promise<number> {
  // On demand, because the help needs none of it.
  const { measureSubject, measureViews } = await import("./bench/gas/scenarios.ts");
  const { createOwnSubject, peerSubjects } = await import("./bench/gas/subjects.ts");
  const subjects = await step("contracts", async () => {
    await compileContracts();
    return [await createOwnSubject(), ...(write ? [] : await peerSubjects())];
  });
  const measured = new Map<string, Measurement[]>();
  for (const subject of subjects) {
    await step(subject.title, async () => {
      const rows = await Array.fromAsync(measureSubject(subject));
      measured.set(subject.title, [...rows, ...(await Array.fromAsync(measureViews(subject)))]);
    });
  }
  console.log(`\n${formatReport(measured)}\n\n${units}`);
  const ours = measured.get("ours") ?? [];
  if (write) {
    await writeSnapshot(ours);
    console.log("\nThe snapshot is updated: review the change and commit it.");
    return 0;
  }
  const differences = await compareWithSnapshot(ours);
  if (differences.length === 0) return 0;
  console.error(`\n${differences.join("\n")}`);
  console.error("If this is intended, run `npm run bench:gas -- --write`.");
  return 1;
}
