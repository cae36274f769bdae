import { setTimeout as delay } from "node:timers/promises";
import { apiPaths } from "#protocol/paths";
import { DurabilityViolation } from "../crash/durabilityViolation.ts";
import { Acknowledgements } from "../load/acknowledgements.ts";
import { Measurements } from "../load/measurements.ts";
import { drifterIds } from "../load/plan.ts";
import { read } from "../load/readers.ts";
import { assertAllKept } from "../load/runLoad.ts";
import { type Site, type SiteTools, startSite } from "../load/startSite.ts";
import { saveAnew, type Traffic, write } from "../load/writers.ts";
import { type Fault, type FaultSite, faults } from "./faults.ts";
import { type FaultyLink, startFaultyLink } from "./faultyLink.ts";
import { Outcomes } from "./outcomes.ts";
import { createWallClock } from "./wallClock.ts";

export interface FaultsOptions {
  /** Duration of each fault. */
  seconds: number;
  /** Longest time from the end of a fault until every request succeeds again. */
  longestReturnSeconds: number;
  /** How long every request must succeed before the service counts as back. */
  calmMilliseconds: number;
  readers: number;
  writers: number;
  /** Pause of each reader and writer between a response and the next request. */
  pauseMilliseconds: number;
  /** Key of the random reads and texts. */
  seed: number | string;
  /** Ends the run early. */
  signal: AbortSignal;
  /** Called with the current step. */
  tell: (doing: string) => void;
  /** Called after each fault. */
  onFault: (figures: FaultFigures) => void;
}

/** A PostgreSQL server that can be ended and started again. */
export interface InterruptibleDatabase {
  url: string;
  interrupt: FaultSite["interruptDatabase"];
  stop(): Promise<void>;
}

export interface FaultsTools {
  startChain: SiteTools["startStack"];
  startDatabase(): Promise<InterruptibleDatabase>;
  /** Additional environment variables of the service. */
  environment: Record<string, string>;
}

export interface FaultFigures {
  name: string;
  store: Fault["store"];
  reads: number;
  /** Acknowledged saves; all were found afterwards unless `problems` has a loss. */
  saves: number;
  /** Refused requests by "kind: code". */
  refusals: ReadonlyMap<string, number>;
  /** Undefined if the service did not come back. */
  secondsUntilBack: number | undefined;
  stalestMilliseconds: number;
  slowestMilliseconds: number;
  /** What is against a promise, in sentences. */
  problems: readonly string[];
}

/** Stories of which the traffic only reads. */
const spareDrifters = 4;

/**
 * Causes the faults of a store one after the other, while readers read and writers save.
 *
 * @returns whether every promise was kept. After a fault from which the service does not return, no other follows.
 */
export async function runFaults(
  chosen: readonly Fault[],
  options: FaultsOptions,
  tools: FaultsTools,
): Promise<boolean> {
  let hasPassed = true;
  for (const [store, group] of Map.groupBy(chosen, ({ store }) => store)) {
    await using stack = new AsyncDisposableStack();
    const stage = await startStage(store, options, tools, stack);
    for (const fault of group) {
      options.signal.throwIfAborted();
      options.tell(`${store}: ${fault.name}`);
      const figures = await breakUnderLoad(fault, options, stage);
      options.onFault(figures);
      hasPassed &&= figures.problems.length === 0;
      if (figures.secondsUntilBack === undefined) break;
    }
  }
  return hasPassed;
}

/** Returns the faults with these names on a store, in this order. */
export function faultsNamed(store: Fault["store"], ...names: readonly string[]): Fault[] {
  return names.map((name) => {
    const fault = faults.find((fault) => fault.store === store && fault.name === name);
    if (fault === undefined) throw new Error(`There is no fault "${name}".`);
    return fault;
  });
}

type Stage = Omit<FaultSite, "traffic"> & Pick<Site, "visitor"> & Pick<Traffic, "acknowledgements">;

/** Starts a site whose connections to the chain and the database can fail, with a story of each drifter. */
async function startStage(
  store: Fault["store"],
  { pauseMilliseconds, signal, tell }: FaultsOptions,
  { startChain, startDatabase, environment }: FaultsTools,
  stack: AsyncDisposableStack,
): Promise<Stage> {
  const clock = stack.use(createWallClock());
  const chain = Promise.withResolvers<FaultyLink>();
  const database = Promise.withResolvers<{
    link: FaultyLink;
    interrupt: FaultSite["interruptDatabase"];
  }>();
  const siteTools: SiteTools = {
    async startStack(folder) {
      const started = await startChain(folder);
      const link = await startFaultyLink(started.rpcUrl);
      chain.resolve(link);
      const close = async () => {
        await link[Symbol.asyncDispose]();
        await started[Symbol.asyncDispose]();
      };
      return { ...started, rpcUrl: link.url, [Symbol.asyncDispose]: close };
    },
    ...(store === "postgres" && {
      async startDatabase() {
        const { url, interrupt, stop } = await startDatabase();
        const link = await startFaultyLink(url);
        database.resolve({ link, interrupt });
        const close = async () => {
          await link[Symbol.asyncDispose]();
          await stop();
        };
        return { url: link.url, stop: close };
      },
    }),
    environment: { ...clock.environment, ...environment },
  };
  const { visitor, services } = stack.use(await startSite({ signal, tell }, siteTools));
  const acknowledgements = new Acknowledgements();
  const measurements = new Measurements();
  const prepared = { visitor, measurements, acknowledgements, pauseMilliseconds, signal };
  await Promise.all(drifterIds.map((id) => saveAnew(prepared, id, `The first words of ${id}.`)));
  const failure = measurements.failures[0];
  if (failure !== undefined) throw new Error(`The first stories failed: ${failure.reason}`);
  const { link, interrupt } = store === "postgres" ? await database.promise : {};
  return {
    visitor,
    services,
    acknowledgements,
    clock,
    chainLink: await chain.promise,
    databaseLink: link,
    interruptDatabase: interrupt ?? (() => Promise.reject(new Error("There is no database."))),
    spareDrifterIds: drifterIds.slice(0, spareDrifters),
  };
}

/** Causes a fault under load, ends it and waits until the service is back. */
async function breakUnderLoad(
  fault: Fault,
  options: FaultsOptions,
  stage: Stage,
): Promise<FaultFigures> {
  const { seconds, longestReturnSeconds, readers, writers, signal } = options;
  const { visitor, acknowledgements } = stage;
  const outcomes = new Outcomes();
  const ending = new AbortController();
  const traffic = {
    visitor,
    acknowledgements,
    measurements: outcomes,
    pauseMilliseconds: options.pauseMilliseconds,
    signal: ending.signal,
  };
  const nameOf = (index: number) => `${options.seed} ${fault.name} ${index}`;
  const written = drifterIds.slice(spareDrifters);
  const busy = [
    ...numbers(readers).map((index) => read(traffic, nameOf(index), { kinds: readKinds })),
    ...numbers(writers).map((index) =>
      write(
        traffic,
        nameOf(index),
        written.filter((_, place) => place % writers === index),
      ),
    ),
  ];
  const problems: string[] = [];
  let secondsUntilBack: number | undefined;
  try {
    await isBack(outcomes, stage, performance.now(), options);
    const undo = await fault.cause({ ...stage, traffic });
    try {
      await delay(seconds * 1000, undefined, { signal });
    } finally {
      await undo();
    }
    secondsUntilBack = await isBack(outcomes, stage, performance.now(), options);
    if (secondsUntilBack === undefined) {
      problems.push(`The service was not back ${longestReturnSeconds} s after the fault.`);
    }
  } finally {
    ending.abort();
    await Promise.all(busy);
  }
  problems.push(...(await findLoss(traffic)), ...problemsOf(outcomes, fault));
  const { reads, saves, refusals, stalestMilliseconds, slowestMilliseconds } = outcomes;
  const { name, store } = fault;
  const counts = { reads, saves, refusals, stalestMilliseconds, slowestMilliseconds };
  return { name, store, ...counts, secondsUntilBack, problems };
}

const readKinds = ["story", "story", "story", "list", "history"] as const;

/** Resolves with the seconds after `endedAt` until every request succeeds; undefined if that takes too long. */
async function isBack(
  outcomes: Outcomes,
  { services }: Stage,
  endedAt: number,
  { longestReturnSeconds, calmMilliseconds, signal }: FaultsOptions,
): Promise<number | undefined> {
  const lastAt = endedAt + longestReturnSeconds * 1000 + calmMilliseconds;
  for (;;) {
    signal.throwIfAborted();
    const milliseconds = outcomes.millisecondsUntilBack(endedAt, calmMilliseconds);
    if (milliseconds !== undefined && (await areReady(services))) return milliseconds / 1000;
    const rest = lastAt - performance.now();
    if (rest <= 0) return undefined;
    await Promise.race([outcomes.nextSettled(), delay(rest, undefined, { ref: false })]);
  }
}

async function areReady(services: FaultSite["services"]): Promise<boolean> {
  const answers = await Promise.all(
    services.map(({ port }) => fetch(`http://127.0.0.1:${port}${apiPaths.readiness}`)),
  );
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.every(({ ok }) => ok);
}

async function findLoss(traffic: Pick<Traffic, "visitor" | "acknowledgements">): Promise<string[]> {
  try {
    await assertAllKept(traffic);
    return [];
  } catch (error) {
    if (error instanceof DurabilityViolation) return [error.message];
    throw error;
  }
}

function problemsOf({ failures, refusals }: Outcomes, { refusals: allowed }: Fault): string[] {
  const unexpected = [...refusals].filter(([key]) => !allowed.some((each) => each === key));
  return [
    ...failures.map(({ kind, reason }) => `${kind}: ${reason.replace(/\s+/g, " ").slice(0, 200)}`),
    ...unexpected.map(([key, count]) => `Refused without a cause ${count} times: ${key}`),
  ];
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
