import assert from "node:assert";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { Random } from "../../shared/random.ts";
import type { Site, StoreName } from "./site.ts";
import type { RequestKind } from "./traffic.ts";

export interface Fault {
  name: string;
  /** Stores to which the fault applies; both by default. */
  stores?: readonly StoreName[];
  /** Kinds of requests that may fail until the fault ends. */
  fails: readonly RequestKind[];
  /**
   * When the fault ends; by default, during the traffic. If it ends after the traffic, the store
   * may have lost what it acknowledged since the fault started.
   */
  ends?: "after the traffic" | "after the comparison";
  /** Returns whether this machine has the required programs. */
  isPossible?(site: Site): boolean;
  /** Causes the fault. Resolves with the function that ends it, unless it ends by itself. */
  cause(site: Site, random: Random): Promise<(() => unknown) | undefined>;
}

const database = { stores: ["postgres"], fails: ["read", "save"] } as const;
const prlimit = "/usr/bin/prlimit";

/** Every fault leaves a working service behind. */
export const faults: readonly Fault[] = [
  { name: "service killed", fails: ["read", "save"], cause: killService },
  {
    ...database,
    name: "rolling restart",
    fails: [],
    isPossible: ({ hasNginx }) => hasNginx,
    async cause({ processes, waitReady }) {
      for (const each of processes) {
        await each.current.stop();
        await each.start();
        await waitReady();
      }
      return undefined;
    },
  },
  { ...database, name: "database killed", cause: killDatabase },
  {
    ...database,
    name: "service and database killed",
    async cause(site, random) {
      const causes = [killDatabase(site), killService(site, random)] as const;
      const [recover, restart] = await Promise.all(causes);
      return () => recover().then(restart);
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
    name: "pooler killed",
    isPossible: ({ store: { pooler } }) => pooler !== undefined,
    async cause({ store: { pooler } }) {
      await pooler?.kill();
      return pooler?.start;
    },
  },
  {
    name: "last commits lost",
    fails: ["read", "save"],
    ends: "after the traffic",
    async cause({ store, processes }) {
      const signal = (name: NodeJS.Signals) => {
        for (const { current } of processes) process.kill(current.pid, name);
      };
      // A copy in progress must not contain a revision without its predecessor.
      signal("SIGSTOP");
      return store.copy().finally(() => signal("SIGCONT"));
    },
  },
  {
    name: "disk full",
    stores: ["lowdb"],
    fails: ["save"],
    isPossible: () => existsSync(prlimit),
    // Limits file sizes, which needs no privileges; writes fail with EFBIG instead of ENOSPC.
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
      await chainLink.reject();
      return chainLink.restore;
    },
  },
  {
    name: "node lagging",
    fails: [],
    async cause({ node }) {
      node.setLagging(true);
      return () => node.setLagging(false);
    },
  },
  ...[
    { name: "clock an hour ahead", milliseconds: 3_600_000 },
    { name: "clock an hour behind", milliseconds: -3_600_000 },
  ].map(
    ({ name, milliseconds }): Fault => ({
      name,
      fails: [],
      ends: "after the comparison",
      async cause({ moveClock }) {
        moveClock(milliseconds);
        return () => moveClock(0);
      },
    }),
  ),
];

async function killDatabase({ store: { database: server } }: Site) {
  await server?.kill();
  return async () => server?.recover();
}

/**
 * Kills one process. Its next start must log no warning, because no store needs repair. On a busy machine, a readiness
 * check or a request to the node may time out; `waitReady` proves that this is over.
 */
async function killService({ processes: [first, ...others], waitReady }: Site, random: Random) {
  const killed = random.pick([first, ...others]);
  await killed.current.kill();
  return async () => {
    await killed.start();
    await waitReady();
    const warnings = killed.current.warnings.filter((line) => !isTimeout.test(line));
    assert(warnings.length === 0, `Startup logged warnings: ${warnings.join(" ")}`);
  };
}

/**
 * Matches a log line about readiness (`readiness.ts`) or the node (`startWarnings.ts`) with a timeout as the reason.
 */
const isTimeout =
  /"reason":"(It did not respond within \d+ s\.|.*due to timeout.*)","msg":"(not ready|can't reach the chain yet): /;
