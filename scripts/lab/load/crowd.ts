import { setTimeout as delay } from "node:timers/promises";
import { longestSharedSeconds } from "#service/stories";
import { drifterIds } from "./plan.ts";
import type { Visitor } from "./visitor.ts";
import { saveAnew, type Traffic } from "./writers.ts";

/** What many readers of one page cost the processes. */
export interface CrowdFigures {
  readers: number;
  seconds: number;
  /** Requests for the page that reached a process. */
  requests: number;
  /** Time from the acknowledgement of a save until a reader saw it. */
  visibleMilliseconds: number;
}

const concurrentReaders = 50;
const pollMilliseconds = 10;

/**
 * Reads one drifter's page many times at once, through nginx, and saves its story meanwhile.
 *
 * @param countRequests how many requests for pages of drifters the processes have answered.
 * @throws if a response is wrong or older than promised, or if the processes had more than one request a second.
 */
export async function readAsCrowd(
  traffic: Traffic,
  readers: number,
  countRequests: () => Promise<number>,
): Promise<CrowdFigures> {
  const { visitor, signal } = traffic;
  const [drifterId = ""] = drifterIds;
  const path = `/drifter/${drifterId}`;
  const words = `Read by ${readers} at once.`;
  const before = await countRequests();
  const begun = performance.now();
  let left = readers;
  let savedAt = Number.POSITIVE_INFINITY;
  let seenAt = Number.POSITIVE_INFINITY;

  const readOne = async () => {
    const startedAt = performance.now();
    const isNew = (await bodyAt(visitor, path)).includes(words);
    if (isNew) seenAt = Math.min(seenAt, performance.now());
    else if (startedAt - savedAt > longestSharedSeconds * 1000) {
      throw new Error(`A page lacks a save of ${longestSharedSeconds} seconds ago.`);
    }
  };
  const readInTurn = async () => {
    while (left > 0) {
      signal.throwIfAborted();
      left -= 1;
      await readOne();
    }
  };
  const save = async () => {
    while (left > readers / 2) await delay(pollMilliseconds);
    await saveAnew(traffic, drifterId, words);
    savedAt = performance.now();
  };
  await Promise.all([save(), ...Array.from({ length: concurrentReaders }, readInTurn)]);
  while (seenAt === Number.POSITIVE_INFINITY) {
    signal.throwIfAborted();
    await delay(pollMilliseconds);
    await readOne();
  }
  const seconds = (performance.now() - begun) / 1000;
  const requests = (await countRequests()) - before;
  // The first of all.
  const most = seconds + 1;
  if (requests > most) {
    throw new Error(
      `${readers} readers of ${path} cost the processes ${requests} requests in ${seconds.toFixed(1)} s.`,
    );
  }
  const visibleMilliseconds = Math.max(0, seenAt - savedAt);
  return { readers, seconds, requests, visibleMilliseconds };
}

async function bodyAt(visitor: Visitor, path: string): Promise<Buffer> {
  const { status, body } = await visitor.get(path);
  if (status === 200) return body;
  throw new Error(`${path}: status ${status}: ${body}`);
}
