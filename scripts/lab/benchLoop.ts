// npm run bench:loop: how long a developer waits, and what the local world takes.
import { mkdir, mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { portraits } from "../shared/cacheFolders.ts";
import { formatTable } from "../shared/commandLine/formatTable.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import { copyProject } from "../shared/copyProject.ts";
import { freePort } from "../shared/freePort.ts";
import { RunningCommand } from "./bench/runningCommand.ts";

const help = `Usage: npm run bench:loop

Measures in a copy of the project how long a developer waits for npm start, for a changed contract and for a question
in npm run console, and the memory that the local world takes. Takes about four minutes; an idle machine gives
comparable figures. Fails when a budget is exceeded.

  --help    show this text`;

/** What is measured, and the most that it may take in its unit. */
const budgets = {
  "npm start, warm (s)": 6,
  "memory after the first start (MB)": 600,
  "memory after the second start (MB)": 600,
  "a changed contract in the world (s)": 10,
  "memory after three changed contracts and three scenarios (MB)": 600,
  "a changed contract's first tests in npm run watch (s)": 5,
  "the start of npm run console (s)": 1.5,
  "a question in npm run console (s)": 0.5,
} as const;
type Figures = Partial<Record<keyof typeof budgets, number>>;

const changedContract = "contracts/PhasedCollection.sol";
const changes = 3;
const scenarios = ["sold-out", "many-stories", "mid-sale"];
const questions = 20;
/** Time after a start or a change in which V8 returns unused memory. */
const settleMilliseconds = 20_000;

process.exitCode = await runCommand(
  {
    help,
    options: {},
    read: () => undefined,
    async run() {
      await step("Compile the contracts", compileContracts);
      await mkdir(portraits, { recursive: true });
      await using folder = await mkdtempDisposable(join(tmpdir(), "collection-loop-"));
      await copyProject(folder.path);
      // Portraits are drawn once.
      await symlink(portraits, join(folder.path, "cache/portraits"), "dir");
      const figures = await measure(folder.path);
      const rows = Object.entries(budgets).map(([name, budget]) => {
        const value = figures[name as keyof Figures] ?? Number.NaN;
        return [
          value <= budget ? "✔" : "✘",
          name,
          value.toFixed(value < 10 ? 2 : 0),
          `at most ${budget}`,
        ];
      });
      console.log(`\n${formatTable(rows)}`);
      return rows.some(([mark]) => mark === "✘") ? 1 : 0;
    },
  },
  process.argv.slice(2),
  console,
);

async function measure(cwd: string): Promise<Figures> {
  // First, because the first change in the copy compiles all contracts: Hardhat's cache contains absolute paths.
  const watched = await measureWatch(cwd);
  return { ...watched, ...(await measureWorld(cwd)) };
}

async function measureWorld(cwd: string): Promise<Figures> {
  const figures: Figures = {};
  const ports = { "--port": 0, "--api-port": 0, "--chain-port": 0 };
  for (const name of Object.keys(ports)) Object.assign(ports, { [name]: await freePort() });
  const args = Object.entries(ports).flat().map(String);
  await step("Start the world once", async () => {
    await using first = new RunningCommand(cwd, "start", args);
    await first.says(/is up after/);
    await settle();
    figures["memory after the first start (MB)"] = first.memory();
  });
  await using world = new RunningCommand(cwd, "start", args);
  await step("Start it again", async () => {
    figures["npm start, warm (s)"] = await world.says(/is up after/);
    await settle();
    figures["memory after the second start (MB)"] = world.memory();
  });
  await step("Ask questions", async () => {
    await using asked = new RunningCommand(cwd, "console");
    asked.write("contract.totalSupply()");
    figures["the start of npm run console (s)"] = await asked.says(/^\d+n$/);
    const start = performance.now();
    for (let index = 0; index < questions; index += 1) {
      asked.write("contract.totalSupply()");
      await asked.says(/^\d+n$/);
    }
    figures["a question in npm run console (s)"] = secondsSince(start) / questions;
  });
  await step(`Change a contract ${changes} times`, async () => {
    const waits: number[] = [];
    for (let index = 0; index < changes; index += 1) {
      await change(cwd);
      waits.push(await world.says(/restarted with the new contracts/));
    }
    figures["a changed contract in the world (s)"] = Math.max(...waits);
  });
  await step("Load other scenarios", async () => {
    for (const name of scenarios) {
      await using load = new RunningCommand(cwd, "world", ["load", name]);
      await load.says(/^The world is/);
    }
    await settle();
    figures["memory after three changed contracts and three scenarios (MB)"] = world.memory();
  });
  return figures;
}

function measureWatch(cwd: string): Promise<Figures> {
  return step("Watch the tests", async () => {
    await using watch = new RunningCommand(cwd, "watch");
    await watch.says(/^Watching/);
    // The first change also loads the compiler.
    await change(cwd);
    await watch.says(/^\d+ passed, .* in [\d.]+ s$/);
    await change(cwd);
    const seconds = await watch.says(/^\d+ passed, .* in [\d.]+ s$/);
    return { "a changed contract's first tests in npm run watch (s)": seconds };
  });
}

/** Changes a function's source, but no code. */
async function change(cwd: string): Promise<void> {
  const file = join(cwd, changedContract);
  const source = await readFile(file, "utf8");
  await writeFile(file, source.replace(/(?=\n {8}if \()/, "\n        // A changed line."));
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settleMilliseconds));
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000;
}
