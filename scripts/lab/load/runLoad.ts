import { setTimeout as delay } from "node:timers/promises";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { Acknowledgements } from "./acknowledgements.ts";
import { readAsCrowd } from "./crowd.ts";
import { Measurements } from "./measurements.ts";
import { drifterCount, drifterIds } from "./plan.ts";
import { findScript, read } from "./readers.ts";
import type { LoadFigures } from "./report.ts";
import type { ServiceProcess } from "./service.ts";
import { type SiteTools, startSite } from "./startSite.ts";
import { saveAnew, type Traffic, write } from "./writers.ts";

export interface LoadOptions {
  /** Minimum duration of the load; the restarts may extend it. */
  seconds: number;
  readers: number;
  writers: number;
  /** Readers of one page at once, after the restarts. */
  crowd: number;
  /** Ends the run early. */
  signal: AbortSignal;
  /** Called with the current step. */
  tell: (doing: string) => void;
}

/** The service's environment, and the load. */
export interface LoadTools extends SiteTools {
  /** Pause of each reader and writer between a response and the next request. */
  pauseMilliseconds: number;
}

/** Restart of one process and its downtime. */
interface Restart {
  seconds: number;
}

/**
 * Starts the production setup, puts it under load, restarts the processes meanwhile, and verifies afterwards that every
 * acknowledged save is stored.
 *
 * @throws {UsageError} if something is missing on this machine.
 * @throws {DurabilityViolation} if a save that was acknowledged is lost.
 */
export async function runLoad(options: LoadOptions, tools: LoadTools): Promise<LoadFigures> {
  await using site = await startSite(options, tools);
  const { visitor, services, nginx } = site;
  const traffic = {
    visitor,
    acknowledgements: new Acknowledgements(),
    measurements: new Measurements(),
    pauseMilliseconds: tools.pauseMilliseconds,
    signal: options.signal,
  };
  const figures = await putUnderLoad(options, traffic, services);
  options.tell(`${options.crowd} readers of one page`);
  const countRequests = async () => {
    const counts = await Promise.all(services.map((service) => service.countPageRequests()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const crowd = await readAsCrowd(traffic, options.crowd, countRequests);
  options.tell("reading every story again");
  await assertAllKept(traffic);
  return {
    ...figures,
    crowd,
    saves: traffic.acknowledgements.count,
    passedOn: await nginx.countPassedOn(),
    warnings: services.flatMap(({ warnings }) => warnings),
  };
}

/** Runs the load before, during and after the restarts. The first stories and responses do not count. */
async function putUnderLoad(
  { seconds, readers, writers, signal, tell }: LoadOptions,
  prepared: Traffic,
  services: readonly ServiceProcess[],
): Promise<Pick<LoadFigures, "measurements" | "restarts">> {
  tell("the first stories");
  const scriptPath = await findScript(prepared.visitor);
  await Promise.all(drifterIds.map((id) => saveAnew(prepared, id, `The first words of ${id}.`)));
  const ending = new AbortController();
  const measurements = new Measurements();
  const traffic = { ...prepared, measurements, signal: ending.signal };
  const busy = [
    ...numbers(readers).map((reader) => read(traffic, String(reader), { scriptPath })),
    ...numbers(writers).map((writer) => write(traffic, String(writer), shareOf(writer, writers))),
  ];
  try {
    const rest = (seconds * 1000) / 3;
    tell(`load: ${readers} readers, ${writers} writers`);
    await Promise.all([delay(rest, undefined, { signal }), measurements.isCovered(signal)]);
    measurements.enter("restarts");
    const restarts: Restart[] = [];
    for (const [index, service] of services.entries()) {
      tell(`load, while process ${index + 1} of ${services.length} restarts`);
      restarts.push({ seconds: await service.restart() });
      signal.throwIfAborted();
    }
    await measurements.isCovered(signal);
    measurements.enter("after");
    tell("load, after the restarts");
    await Promise.all([delay(rest, undefined, { signal }), measurements.isCovered(signal)]);
    return { measurements, restarts };
  } finally {
    ending.abort();
    await Promise.all(busy);
    measurements.end();
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The drifters of one writer; no other writer uses them. */
function shareOf(writer: number, writers: number): string[] {
  return drifterIds.filter((_, index) => index % writers === writer);
}

/**
 * Reads all histories and asserts that they contain every acknowledged save.
 *
 * @throws {DurabilityViolation}
 */
export async function assertAllKept({
  visitor,
  acknowledgements,
}: Pick<Traffic, "visitor" | "acknowledgements">): Promise<void> {
  for (const drifterId of acknowledgements.drifterIds) {
    // The query makes it a URL of which no process has an older response.
    const path = `${drifterPath(apiPaths.history, drifterId)}?at=${performance.now()}`;
    const { status, body } = await visitor.get(path);
    if (status !== 200) throw new Error(`The history of drifter ${drifterId}: status ${status}.`);
    // Safety: assertKept compares the contents.
    acknowledgements.assertKept(drifterId, JSON.parse(body.toString()) as NarrativeRecord[]);
  }
}

/** Maximum number of writers. */
export const mostWriters = drifterCount;
