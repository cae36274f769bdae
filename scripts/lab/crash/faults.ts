import assert from "node:assert";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { Random } from "../../shared/random.ts";
import type { Site, StoreName } from "./site.ts";
import type { RequestKind } from "./traffic.ts";

export interface Fault {
  name: string;
  /** By default both. */
  stores?: readonly StoreName[];
  /** The kinds of request that may fail until it has ended. */
  fails: readonly RequestKind[];
  /** Whether it ends only after the stories have been compared. */
  lasts?: true;
  /** Whether this machine has what it needs. */
  isPossible?(site: Site): boolean;
  /** Causes the fault. Resolves with the function that ends it, if it does not end by itself. */
  cause(site: Site, random: Random): Promise<(() => unknown) | undefined>;
}

const database = { stores: ["postgres"], fails: ["read", "save"] } as const;
/** Only the connection for notifications sends it. */
const listenQuery = "listen ";
const prlimit = "/usr/bin/prlimit";

/** Each leaves a working service behind. */
export const faults: readonly Fault[] = [
  { name: "service killed", fails: ["read", "save"], cause: killService },
  {
    ...database,
    name: "rolling restart",
    fails: [],
    isPossible: ({ hasNginx }) => hasNginx,
    async cause({ processes, becomesReady }) {
      for (const each of processes) {
        await each.current.stop();
        await each.start();
        await becomesReady();
      }
      return undefined;
    },
  },
  {
    ...database,
    name: "database killed",
    async cause({ store }) {
      await store.database?.kill();
      return () => store.database?.recover();
    },
  },
  {
    ...database,
    name: "service and database killed",
    async cause(site, random) {
      const [restart] = await Promise.all([killService(site, random), site.store.database?.kill()]);
      return async () => {
        await site.store.database?.recover();
        await restart();
      };
    },
  },
  {
    ...database,
    name: "network to database cut",
    async cause({ store: { databaseLink } }) {
      databaseLink?.hold();
      return databaseLink?.restore;
    },
  },
  {
    ...database,
    name: "notifications lost",
    fails: [],
    lasts: true,
    async cause({ store: { databaseLink } }) {
      databaseLink?.mute(listenQuery);
      return databaseLink?.restore;
    },
  },
  {
    name: "disk full",
    stores: ["lowdb"],
    fails: ["save"],
    isPossible: () => existsSync(prlimit),
    // A limit on file sizes needs no privilege; writes fail with EFBIG instead of ENOSPC.
    async cause({ processes: [{ current }] }) {
      const limitTo = (bytes: string) =>
        promisify(execFile)(prlimit, [`--pid=${current.pid}`, `--fsize=${bytes}:`]);
      await limitTo("0");
      return () => limitTo("unlimited");
    },
  },
  {
    name: "node lost",
    fails: ["save"],
    async cause({ chainLink }) {
      await chainLink.refuse();
      return chainLink.restore;
    },
  },
  { name: "clock an hour ahead", fails: [], lasts: true, cause: moveClock(3_600_000) },
  { name: "clock an hour behind", fails: [], lasts: true, cause: moveClock(-3_600_000) },
];

function moveClock(offsetMilliseconds: number): Fault["cause"] {
  return async (site) => {
    site.moveClock(offsetMilliseconds);
    return () => site.moveClock(0);
  };
}

/** Kills one process. Its next start must log no warning: no store needs a repair. */
async function killService({ processes: [first, ...others], becomesReady }: Site, random: Random) {
  const killed = random.pick([first, ...others]);
  await killed.current.kill();
  return async () => {
    await killed.start();
    await becomesReady();
    const { warnings } = killed.current;
    assert(warnings.length === 0, `The start logged warnings: ${warnings.join(" ")}`);
  };
}
