import type { DrifterId } from "#protocol/drifterId";
import { compileCache } from "../../shared/cacheFolders.ts";
import { createRandom, type Random } from "../../shared/random.ts";
import { startFakeNode } from "../fakeNode.ts";
import { unlimitedSaves } from "../unlimitedSaves.ts";
import { type ApiProcess, startApiProcess } from "./apiProcess.ts";
import { ConcurrentWriters } from "./concurrentWriters.ts";
import type { CrashStore, StoreName } from "./crashStore.ts";
import { openDatabaseStore } from "./databaseStore.ts";
import { assertDurable, DurabilityViolation } from "./durabilityViolation.ts";
import { fixture, ownerAddress } from "./fixture.ts";
import { openFolderStore, temporaryFolder } from "./folderStore.ts";
import {
  inspectList,
  inspectReplays,
  inspectStory,
  type Oracles,
  oracleOf,
  reconcile,
  retryUndecided,
} from "./inspect.ts";
import type { DrifterOracle } from "./oracle.ts";
import { type KillTarget, planRound, type RoundPlan } from "./plan.ts";
import { answersReads } from "./service.ts";

export interface RoundsOptions {
  store: StoreName;
  rounds: number;
  seed: string;
  /** Ends the rounds early. */
  signal?: AbortSignal;
  onRound?: (round: RoundFigures) => void;
}

export interface RoundFigures {
  round: number;
  killTarget: KillTarget;
  /** Saves acknowledged before the kill. */
  acknowledged: number;
  /** Saves without a response. */
  inFlight: number;
  /** Number of those that the store had, complete, after the restart. */
  found: number;
  /** Replaced texts that were posted again and rejected. */
  replaysRefused: number;
  seconds: number;
}

/**
 * Repeatedly kills the real service under load on the same stories and verifies its guarantees after each restart.
 *
 * @throws {DurabilityViolation}
 */
export async function runRounds(options: RoundsOptions): Promise<RoundFigures[]> {
  await using chain = await startFakeNode(ownerAddress);
  await using home = await openHome(options.store);
  using directory = temporaryFolder("service");
  const environment = {
    ...home.environment,
    RPC_URL: chain.url,
    CHAIN_ID: String(fixture.chainId),
    CONTRACT_ADDRESS: fixture.contractAddress,
    // With these two, a normal start logs no warnings. The folder exists but has no portraits.
    COLLECTION_DIR: directory.path,
    PUBLIC_URL: "http://localhost",
    ...unlimitedSaves,
    NODE_COMPILE_CACHE: compileCache,
  };
  const start = () => startApiProcess(environment, directory.path);
  await using crash = new CrashSite(options, home, start, await start());
  const figures = await crash.run();
  await crash.stop();
  return figures;
}

function openHome(store: StoreName): Promise<CrashStore> | CrashStore {
  return store === "lowdb" ? openFolderStore() : openDatabaseStore();
}

/** A service on a store, with the oracles of its stories. */
class CrashSite implements AsyncDisposable {
  readonly #options: RoundsOptions;
  readonly #home: CrashStore;
  readonly #start: () => Promise<ApiProcess>;
  readonly #oracles: Oracles = new Map();
  #api: ApiProcess;

  constructor(
    options: RoundsOptions,
    home: CrashStore,
    start: () => Promise<ApiProcess>,
    api: ApiProcess,
  ) {
    this.#options = options;
    this.#home = home;
    this.#start = start;
    this.#api = api;
  }

  async run(): Promise<RoundFigures[]> {
    const figures: RoundFigures[] = [];
    for (let round = 1; round <= this.#options.rounds; round += 1) {
      this.#options.signal?.throwIfAborted();
      figures.push(await this.#runRound(round));
    }
    return figures;
  }

  /** Stops the service with SIGTERM. */
  async stop(): Promise<void> {
    await this.#api.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#api.kill();
  }

  async #runRound(round: number): Promise<RoundFigures> {
    const { store, seed, onRound } = this.#options;
    const started = performance.now();
    try {
      const plan = planRound(
        round,
        createRandom(seed, store, round),
        this.#home.database !== undefined,
      );
      const [first, ...others] = plan.drifters;
      const oracle = (id: DrifterId) => oracleOf(this.#oracles, id);
      const drifters: WriterDrifters = [oracle(first), ...others.map(oracle)];
      const writers = await this.#breakUnderLoad(plan, drifters, [seed, store, round]);
      const outcome = await this.#inspect(drifters, plan.random);
      // Only now, as a service logs its first warnings after it listens.
      if (plan.killTarget !== "database") this.#assertQuiet();
      const seconds = (performance.now() - started) / 1000;
      const { killTarget } = plan;
      const replaysRefused = writers.refused + outcome.replaysRefused;
      const { acknowledged } = writers;
      const figures = { round, killTarget, acknowledged, ...outcome, replaysRefused, seconds };
      onRound?.(figures);
      return figures;
    } catch (error) {
      if (!(error instanceof DurabilityViolation)) throw error;
      const again = `npm run crash -- --store ${store} --rounds ${round} --seed ${seed}`;
      throw new DurabilityViolation(
        `${store}, round ${round}: ${error.message} Try again: ${again}`,
      );
    }
  }

  /** Runs concurrent writers, kills the target and restarts it. */
  async #breakUnderLoad(plan: RoundPlan, drifters: WriterDrifters, seed: (string | number)[]) {
    const writers = new ConcurrentWriters({
      url: this.#api.url,
      drifters,
      savers: plan.savers,
      seed,
    });
    await writers.passes(plan.acknowledgements, plan.fraction);
    if (plan.isAimedAtWrite) await Promise.race([this.#home.nextWrite?.(), writers.failed]);
    writers.expectFailure();
    await Promise.all([
      plan.killTarget !== "service" && this.#home.database?.kill(),
      plan.killTarget !== "database" && this.#api.kill(),
    ]);
    await writers.end();
    if (plan.killTarget !== "service") await this.#home.database?.recover();
    if (plan.killTarget === "database") await answersReads(this.#api.url);
    else await this.#restart();
    return writers;
  }

  async #restart(): Promise<void> {
    await this.#home.settle();
    this.#api = await this.#start();
  }

  #assertQuiet(): void {
    const { warnings } = this.#api;
    assertDurable(warnings.length === 0, () => `The start logged warnings: ${warnings.join(" ")}`);
  }

  async #inspect(drifters: readonly DrifterOracle[], random: Random) {
    const { url } = this.#api;
    const inFlight = drifters.reduce((sum, { undecided }) => sum + undecided.length, 0);
    const found = reconcile(this.#oracles, await this.#home.inventory());
    const inspected = [...this.#withSomeOthers(drifters, random)];
    await Promise.all(inspected.map((oracle) => inspectStory(url, oracle)));
    await inspectList(url, this.#oracles);
    const refused = await Promise.all(
      drifters.map((oracle) => inspectReplays(url, oracle, random)),
    );
    await Promise.all(drifters.map((oracle) => retryUndecided(url, oracle)));
    const replaysRefused = refused.reduce((sum, count) => sum + count, 0);
    return { inFlight, found, replaysRefused };
  }

  /** Returns the round's drifters and a few from earlier rounds. */
  #withSomeOthers(drifters: readonly DrifterOracle[], random: Random): Set<DrifterOracle> {
    const all = [...this.#oracles.values()];
    const others = [1, 2].map(() => all[Math.floor(random.between(0, all.length))]);
    return new Set([...drifters, ...others].filter((oracle) => oracle !== undefined));
  }
}

type WriterDrifters = ConstructorParameters<typeof ConcurrentWriters>[0]["drifters"];
