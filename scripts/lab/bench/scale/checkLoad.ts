import type { Bench } from "../api/bench.ts";
import { openConnections, sendAtRate } from "../api/overload/openLoad.ts";
import { percentile } from "../statistics.ts";
import type { ServedStore } from "./measureScaleSaves.ts";
import { signedSaves } from "./measureScaleSaves.ts";
import { popular, randomReads } from "./measureStart.ts";
import { assumed, type Costs, type Load, predict } from "./model.ts";
import type { ScalePlan } from "./plan.ts";
import { costOf } from "./scaleBench.ts";

/** A load of the model, predicted for one process and measured. */
export interface CheckFigures {
  name: string;
  readsPerSecond: number;
  savesPerSecond: number;
  /** Shares of a core. */
  predicted: { service: number; database: number };
  measured: { service: number; database: number };
  readP50Milliseconds: number;
  readP99Milliseconds: number;
  /** Undefined if there was none. */
  saveP99Milliseconds: number | undefined;
}

/** Puts one process on one core under the load that the model predicts for its peak. */
export async function checkLoad(
  bench: Pick<Bench, "owner">,
  { store, service }: ServedStore,
  { load: plan }: ScalePlan,
  load: Load,
  costs: Costs,
): Promise<CheckFigures> {
  const { readsPerSecond, savesPerSecond, serviceCores, databaseCores, processes } = predict(
    load,
    costs,
  );
  const others = (processes - 1) / 1e6;
  const { seconds, connections } = plan;
  const reads = mixedReads(service.url, Math.ceil(readsPerSecond * seconds), store.stories);
  const seeds = Array.from(
    { length: Math.ceil(savesPerSecond * seconds) },
    (_, index) => `load ${index}`,
  );
  const saves = await signedSaves(bench, seeds, store.stories, service.url);
  service.pin(0);
  const sockets = await openConnections(service.url, 2 * connections);
  const send = (perSecond: number, from: number, requests: Buffer[]) =>
    sendAtRate({
      sockets: sockets.slice(from, from + connections),
      perSecond,
      seconds,
      next: () => requests.pop(),
      onAnswer(_, status) {
        if (status !== 200) throw new Error(`A request was answered with ${status}.`);
      },
    });
  try {
    const times: Record<"reads" | "saves", number[]> = { reads: [], saves: [] };
    const cost = await costOf(service, store.probe, async () => {
      const [read, saved] = await Promise.all([
        send(readsPerSecond, 0, reads),
        send(savesPerSecond, connections, saves),
      ]);
      times.reads = read.map(({ milliseconds }) => milliseconds);
      times.saves = saved.map(({ milliseconds }) => milliseconds);
    });
    return {
      name: load.name,
      readsPerSecond,
      savesPerSecond,
      predicted: {
        service: serviceCores - others * costs.quietSecond,
        database: databaseCores - others * costs.quietSecondInDatabase,
      },
      measured: {
        service: cost.service / seconds / 1e6,
        database: cost.database / seconds / 1e6,
      },
      readP50Milliseconds: percentile(times.reads, 0.5),
      readP99Milliseconds: percentile(times.reads, 0.99),
      saveP99Milliseconds: times.saves.length === 0 ? undefined : percentile(times.saves, 0.99),
    };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Reads of popular stories and, as often as the model assumes, of any story. */
function mixedReads(url: string, count: number, stories: number): Buffer[] {
  const every = Math.round(1 / assumed.fromDatabase);
  const usual = randomReads(url, count, Math.min(popular, stories));
  const rare = randomReads(url, Math.ceil(count / every), stories, count);
  return usual.map((request, index) =>
    index % every === 0 ? (rare[index / every] ?? request) : request,
  );
}
