import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { assertStatus } from "../load/refusal.ts";
import type { ServiceProcess } from "../load/service.ts";
import { createVisitor } from "../load/visitor.ts";
import { saveAnew, type Traffic } from "../load/writers.ts";
import type { FaultyLink } from "./faultyLink.ts";
import { endedHistory } from "./outcomes.ts";
import type { WallClock } from "./wallClock.ts";

/** The parts of a site that can fail. */
export interface FaultSite {
  services: readonly [ServiceProcess, ...ServiceProcess[]];
  /** The network to the database; the folder has none. */
  databaseLink: FaultyLink | undefined;
  /** Ends the database; resolves with a function that starts it again. */
  interruptDatabase(mode: "fast" | "immediate"): Promise<() => Promise<unknown>>;
  chainLink: FaultyLink;
  clock: WallClock;
  /** Requests of a fault's own count as the traffic's. */
  traffic: Pick<Traffic, "acknowledgements" | "measurements">;
  /** Drifters that no writer of the traffic uses. */
  spareDrifterIds: readonly string[];
}

export interface Fault {
  name: string;
  store: "postgres" | "folder";
  /** What the service may refuse meanwhile. */
  refusals: readonly (`${"read" | "save"}: ${string}` | typeof endedHistory)[];
  /** Causes the fault; resolves with the function that ends it. */
  cause(site: FaultSite): Promise<() => Promise<unknown>>;
}

/** A history is streamed: what fails in the middle ends its connection. */
const noStore = ["read: store.unavailable", "save: store.unavailable", endedHistory] as const;
const hourMilliseconds = 3_600_000;
/** Only the connection for notifications sends it. */
const listenQuery = "listen ";

/** Each leaves a working service behind. */
export const faults: readonly Fault[] = [
  {
    name: "PostgreSQL restarted (fast)",
    store: "postgres",
    refusals: noStore,
    cause: ({ interruptDatabase }) => interruptDatabase("fast"),
  },
  {
    name: "PostgreSQL restarted (immediate)",
    store: "postgres",
    refusals: noStore,
    cause: ({ interruptDatabase }) => interruptDatabase("immediate"),
  },
  {
    name: "network to PostgreSQL held",
    store: "postgres",
    refusals: noStore,
    cause: onLink("databaseLink", (link) => link.hold()),
  },
  {
    name: "connections to PostgreSQL forgotten",
    store: "postgres",
    refusals: noStore,
    cause: onLink("databaseLink", (link) => link.forget()),
  },
  {
    name: "connection for notifications cut",
    store: "postgres",
    refusals: [],
    cause: onLink("databaseLink", (link) => link.cut(listenQuery)),
  },
  {
    name: "notifications lost",
    store: "postgres",
    refusals: [],
    cause: onLink("databaseLink", (link) => link.mute(listenQuery)),
  },
  {
    name: "one process stopped and continued",
    store: "postgres",
    // Timeouts of queries and calls in progress have passed when it continues.
    refusals: [...noStore, "save: chain.unavailable"],
    cause: stopProcess,
  },
  ...(["postgres", "folder"] as const).flatMap((store): Fault[] => [
    {
      name: "RPC endpoint down",
      store,
      refusals: ["save: chain.unavailable"],
      cause: onLink("chainLink", (link) => link.refuse()),
    },
    {
      name: "RPC endpoint slow (5 s)",
      store,
      refusals: ["save: chain.unavailable"],
      cause: onLink("chainLink", (link) => link.slowDown(5_000)),
    },
    {
      name: "wall clock an hour ahead",
      store,
      refusals: [],
      cause: moveClock(hourMilliseconds),
    },
    {
      name: "wall clock an hour behind",
      store,
      refusals: [],
      cause: moveClock(-hourMilliseconds),
    },
  ]),
  { name: "disk full", store: "folder", refusals: ["save: store.unavailable"], cause: fillDisk },
];

function onLink(
  name: "databaseLink" | "chainLink",
  disturb: (link: FaultyLink) => void,
): Fault["cause"] {
  return async ({ [name]: link }) => {
    if (link === undefined) throw new Error(`There is no ${name}.`);
    disturb(link);
    return async () => link.restore();
  };
}

function moveClock(offsetMilliseconds: number): Fault["cause"] {
  return async ({ clock }) => {
    clock.moveTo(offsetMilliseconds);
    return async () => clock.moveTo(0);
  };
}

/**
 * Makes every write to a file fail by a limit on file sizes, which needs no privilege: EFBIG instead of ENOSPC.
 *
 * @throws {UsageError} without `prlimit`.
 */
async function fillDisk({ services: [{ pid }] }: FaultSite): Promise<() => Promise<unknown>> {
  const limitTo = (bytes: string) =>
    promisify(execFile)("prlimit", [`--pid=${pid()}`, `--fsize=${bytes}:`]).catch((cause) => {
      const advice = "It is in Debian's package util-linux, and works on Linux only.";
      throw new UsageError(`prlimit cannot limit the size of files. ${advice}`, { cause });
    });
  await limitTo("0");
  return () => limitTo("unlimited");
}

/** Longer than a process may return what was before a save through another one. */
const pauseMilliseconds = 2_500;

/**
 * Stops one process with SIGSTOP. Before it continues, stories are saved through the other one: reads that waited for
 * the stopped process must return them, or be refused.
 */
async function stopProcess(site: FaultSite): Promise<() => Promise<unknown>> {
  const { services, traffic, spareDrifterIds } = site;
  const [stopped, other] = services;
  if (other === undefined) throw new Error("There is only one process.");
  const { acknowledgements, measurements } = traffic;
  const continued = Promise.withResolvers<Map<string, number>>();
  const visitor = createVisitor(stopped.port);
  process.kill(stopped.pid(), "SIGSTOP");
  const readAll = () =>
    spareDrifterIds.map((id) =>
      measurements.take("story", async () => {
        const answer = await visitor.get(drifterPath(apiPaths.narrative, id));
        assertStatus(answer);
        // Safety: a response of our own service; without a revision it counts as older than any.
        const { revision } = JSON.parse(answer.body.toString()) as NarrativeRecord;
        const least = (await continued.promise).get(id) ?? 0;
        if (revision >= least) return;
        throw new Error(`The continued process returned revision ${revision}, not ${least}.`);
      }),
    );
  const early = readAll();

  return async () => {
    try {
      using direct = createVisitor(other.port);
      const words = `While process ${stopped.pid()} is stopped at ${performance.now()}.`;
      const before = spareDrifterIds.map((id) => acknowledgements.revisionOf(id));
      const saves = spareDrifterIds.map((id) =>
        saveAnew({ visitor: direct, measurements, acknowledgements }, id, words),
      );
      await Promise.all(saves);
      await measurements.take("save", async () => {
        if (
          spareDrifterIds.every(
            (id, index) => acknowledgements.revisionOf(id) > (before[index] ?? 0),
          )
        )
          return;
        throw new Error("The other process did not save every story.");
      });
      const late = readAll();
      await delay(pauseMilliseconds);
      const least = spareDrifterIds.map((id) => [id, acknowledgements.revisionOf(id)] as const);
      continued.resolve(new Map(least));
      process.kill(stopped.pid(), "SIGCONT");
      await Promise.all([...early, ...late]);
    } finally {
      continued.resolve(new Map());
      process.kill(stopped.pid(), "SIGCONT");
      visitor[Symbol.dispose]();
    }
  };
}
