// npm run bench:world: what a contract developer waits for in the local world.
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { portraits } from "../../../shared/cacheFolders.ts";
import type { WorldPlan } from "../../../world/plan.ts";
import { standardScenario } from "../../../world/scenario.ts";
import { startService } from "../../../world/service/startService.ts";
import { startWorld } from "../../../world/startWorld.ts";
import { quietStep } from "../../../world/step.ts";
import { launchChromium } from "../../browser/chromium.ts";
import { step } from "../step.ts";
import { brokenBudgets, formatRows, type Row, waits } from "./figures.ts";
import { measureChainPage } from "./measureChainPage.ts";
import { measureFork } from "./measureFork.ts";
import { measureWatch } from "./measureWatch.ts";
import { runWorldBench } from "./options.ts";

/** A phase with supply for every round. */
const plan: WorldPlan = {
  phases: [
    {
      name: "Lantern Season",
      startingPoint: 1,
      endPoint: 9_001,
      mints: [{ account: 2, quantity: 3 }],
      gifts: [],
    },
  ],
  paintedAtMost: 2,
};

process.exitCode = await runWorldBench(process.argv.slice(2), console, async ({ rounds, json }) => {
  const rows = await measure(rounds);
  console.log(`\n${formatRows(rows)}`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows, undefined, 2)}\n`);
  const broken = brokenBudgets(rows);
  for (const budget of broken) console.error(`✘ ${budget}`);
  return broken.length === 0 ? 0 : 1;
});

async function measure(rounds: number): Promise<Row[]> {
  const watched = await step("npm run watch", (tell) => measureWatch(rounds, tell));
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), "fringe-drifters-bench-")));
  const world = await step("a local world", () =>
    startWorld(
      {
        startService,
        scenario: standardScenario,
        plan,
        tales: [],
        directory: join(folder.path, "world"),
        portraits,
        ports: { chain: 0, api: 0, web: 0 },
      },
      quietStep,
    ),
  );
  opened.defer(() => world.close());
  const browser = opened.adopt(await launchChromium("browser"), (launched) => launched.close());
  const page = await browser.newPage();
  const chain = await step("/chain", () => measureChainPage(page, world, 10 * rounds));
  const fork = await step("a fork", (tell) =>
    measureFork({ page, world, directory: join(folder.path, "live"), rounds }, tell),
  );
  return [
    { ...waits.transaction, milliseconds: chain.transactions },
    { ...waits.trace, milliseconds: chain.traces },
    { ...waits.watchContract, milliseconds: watched.contract },
    { ...waits.watchUnitTest, milliseconds: watched.unitTest },
    { ...waits.fork, milliseconds: fork },
  ];
}
