// npm run bench:gas: what our contract costs, beside the same collection on other people's tokens.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { tasks } from "hardhat";
import { step } from "../step.ts";
import { allViews, measureSubject } from "./ledger.ts";
import type { Measurement } from "./measurement.ts";
import { compareWithSnapshot, readSnapshot, writeSnapshot } from "./snapshot.ts";
import { ourSubject, peerSubjects, type Subject } from "./subjects.ts";
import { formatLedger, joinMeasurements } from "./table.ts";

const help = `Usage: npm run bench:gas [-- OPTIONS]

Measures the gas of our contract, of the same collection on OpenZeppelin's ERC721Enumerable, ERC721A,
solady and ERC721Psi, and the floor under FringeMint. The same calldata for all; the same figures in
each run. Takes about two minutes. Fails when a row of ours is over 0.5 % above the snapshot.

  --only ours        leave the others out (some fifteen seconds)
  --update           make our figures the snapshot that npm test holds us to
  --json FILE        write all figures to FILE as well
  --help             show this text`;

const units = `Gas of whole transactions in a sale that is running: other tokens are minted, the authorisation is
fresh. "First time" is a minter without tokens, "worst of 64 ids" the dearest of 64 successive first
ids. Every figure is measured on the same state. The floor counts the real calldata, which is the
same to the byte for all. Views are "execution": gas without the 21,000 and the calldata; "typical"
is the median of many tokens or holders, "worst" the dearest of them, a holder of many tokens and
one of ids far apart included. A dash means that there is no such call.`;

const options = readOptions();
const subjects = await step("contracts", loadSubjects);
const measured = [];
for (const subject of subjects) {
  const rows = await step(subject.title, (onProgress) =>
    measureSubject(subject, allViews, onProgress),
  );
  measured.push({ subject, rows });
}

const rows = joinMeasurements(measured);
console.log(`\n${formatLedger(subjects, rows)}\n\n${units}`);
if (options.json !== undefined) await writeFile(options.json, asJson());
await judge(measured[0]?.rows ?? []);

async function loadSubjects(): Promise<Subject[]> {
  await tasks.getTask("build").run({ quiet: true });
  const ours = await ourSubject();
  return options.only === "ours" ? [ours] : [ours, ...(await peerSubjects())];
}

function asJson(): string {
  const contracts = subjects.map(({ title, note }) => ({ title, note }));
  return `${JSON.stringify({ contracts, rows }, null, 2)}\n`;
}

/** Holds our rows against the snapshot, or makes them the snapshot. */
async function judge(ours: readonly Measurement[]): Promise<void> {
  if (options.update) {
    await writeSnapshot(ours);
    console.log("\nThe snapshot has our new figures: look at the change and commit it.");
    return;
  }
  const { worse, better, unknown } = compareWithSnapshot(ours, await readSnapshot());
  const deviations = [...worse, ...better, ...unknown];
  if (deviations.length === 0) return;
  console.error(`\n${deviations.join("\n")}`);
  console.error("If it is meant, run `npm run bench:gas -- --only ours --update`.");
  if (worse.length > 0) process.exitCode = 1;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string" },
        update: { type: "boolean", default: false },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    if (values.only !== undefined && values.only !== "ours") {
      throw new Error(`--only takes "ours", not "${values.only}".`);
    }
    return values;
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n\n${help}\n`);
    return process.exit(1);
  }
}
