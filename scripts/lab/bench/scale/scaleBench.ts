import type { Bench } from "../api/bench.ts";
import type { BuiltService } from "../api/servers/builtService.ts";
import { DatabaseProbe } from "./database.ts";
import { fillDatabase } from "./fillDatabase.ts";
import type { ScalePlan, StoreSize } from "./plan.ts";

/** A store of the bench. */
export interface ScaleStore extends StoreSize {
  databaseUrl: string;
  probe: DatabaseProbe;
}

/** Creates and fills the databases of a plan. */
export async function fillStores(
  { databases }: Pick<Bench, "databases">,
  { stores }: ScalePlan,
  stack: AsyncDisposableStack,
  tell: (doing: string) => void,
): Promise<ScaleStore[]> {
  const filled: ScaleStore[] = [];
  for (const { stories, textBytes } of stores) {
    tell(`${stories.toLocaleString("en")} stories`);
    const databaseUrl = await databases.create(`scale_${stories}`);
    await fillDatabase(databaseUrl, stories, textBytes);
    const probe = await DatabaseProbe.open(databaseUrl);
    stack.defer(() => probe.close());
    filled.push({ stories, textBytes, databaseUrl, probe });
  }
  return filled;
}

/** CPU time of the service and of the database for something, in microseconds. */
export interface Cost {
  service: number;
  database: number;
}

/** Runs `work` and returns what it cost. */
export async function costOf(
  service: BuiltService,
  probe: DatabaseProbe,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const before = { service: await service.usage(), database: await probe.cpuMicroseconds() };
  await work();
  const database = await probe.cpuMicroseconds();
  const { cpuMicroseconds } = await service.usage();
  return {
    service: cpuMicroseconds - before.service.cpuMicroseconds,
    // What processes used that have ended meanwhile is not known.
    database: [...database].reduce(
      (sum, [pid, time]) => sum + time - (before.database.get(pid) ?? 0),
      0,
    ),
  };
}
