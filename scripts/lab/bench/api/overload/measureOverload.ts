import { mkdir } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { apiPaths, drifterPath } from "#protocol/paths";
import { percentile } from "../../statistics.ts";
import type { Bench } from "../bench.ts";
import { fillStore } from "../fillStore.ts";
import { generateLoad, requestBytes } from "../loadGenerator.ts";
import { connections, type Plan, storyBytes } from "../plan.ts";
import type { ServerProcess } from "../servers/startServerProcess.ts";
import { signedSave } from "../stories.ts";
import { type Answer, openConnections, sendAtRate } from "./openLoad.ts";

/** What readers and writers experience while more saves arrive than a core can handle. */
export interface OverloadFigures {
  /** CPU time of a save, all threads, in milliseconds. */
  saveCpuMilliseconds: number;
  /** Saves that arrive per second: `times` the number that fills a core. */
  offeredPerSecond: number;
  times: number;
  acceptedPerSecond: number;
  refusedPerSecond: number;
  /** Responses that are neither 200 nor 503. */
  otherAnswers: number;
  /** Undefined if none was accepted. */
  acceptedP99Milliseconds: number | undefined;
  /** Undefined if none was refused. */
  refusedP99Milliseconds: number | undefined;
  /** Of reads of a story, without saves and with them. */
  quietReadP99Milliseconds: number;
  readP50Milliseconds: number;
  readP99Milliseconds: number;
}

const drifters = 1_000;
const readConnections = 64;
/** More than the saves that run and wait, and fewer than a process accepts. */
const saveConnections = 512;

/** Sends four times the saves that fill a core, and reads beside them, to the service with a folder. */
export async function measureOverload(
  bench: Bench,
  { overload }: Plan,
  onProgress: (done: string) => void,
): Promise<OverloadFigures> {
  const folder = join(bench.folder, "overload");
  await mkdir(folder);
  const store = { DATA_DIR: folder };
  await fillStore(store, drifters, storyBytes);
  const server = await bench.startServer("ours", { store, rpcUrl: bench.chain.url });
  try {
    onProgress("signatures");
    const saves = await signSaves(bench, server, overload.signatures);
    onProgress("the load that fills a core");
    const saveCpuMilliseconds = await measureCpu(server, saves, overload.sequential);
    const offeredPerSecond = (overload.times * 1000) / saveCpuMilliseconds;
    await using stack = new AsyncDisposableStack();
    const open = async (count: number) => {
      const sockets = await openConnections(server.url, count);
      stack.defer(() => {
        for (const socket of sockets) socket.destroy();
      });
      return sockets;
    };
    const readers = { url: server.url, sockets: await open(readConnections) };
    onProgress("reads alone");
    const quiet = await readAtRate(readers, overload);
    // Now, because the service closes connections that send nothing for as long as those reads take.
    const writers = { sockets: await open(saveConnections) };
    onProgress(`${offeredPerSecond.toFixed(0)} saves per second`);
    const [reads, answers] = await Promise.all([
      readAtRate(readers, overload),
      saveAtRate(writers, offeredPerSecond, overload.seconds, saves),
    ]);
    const times = (status: number) =>
      answers.filter((answer) => answer.status === status).map(millisecondsOf);
    const [accepted, refused] = [times(200), times(503)];
    return {
      saveCpuMilliseconds,
      offeredPerSecond,
      times: overload.times,
      acceptedPerSecond: accepted.length / overload.seconds,
      refusedPerSecond: refused.length / overload.seconds,
      otherAnswers: answers.length - accepted.length - refused.length,
      acceptedP99Milliseconds: p99(accepted),
      refusedP99Milliseconds: p99(refused),
      quietReadP99Milliseconds: percentile(quiet.map(millisecondsOf), 0.99),
      readP50Milliseconds: percentile(reads.map(millisecondsOf), 0.5),
      readP99Milliseconds: percentile(reads.map(millisecondsOf), 0.99),
    };
  } finally {
    await server.end();
  }
}

const p99 = (values: readonly number[]) =>
  values.length === 0 ? undefined : percentile(values, 0.99);

const millisecondsOf = ({ milliseconds }: Answer) => milliseconds;

async function signSaves(
  { owner }: Bench,
  { url }: ServerProcess,
  count: number,
): Promise<Buffer[]> {
  const saves: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const save = await signedSave(owner, `overload ${index}`, { drifters, textBytes: storyBytes });
    const path = drifterPath(apiPaths.narrative, save.drifterId);
    saves.push(requestBytes(url, path, { body: JSON.stringify(save) }));
  }
  return saves;
}

/** CPU time of a save, of all threads; the first half of the saves warms the code up. */
async function measureCpu(server: ServerProcess, saves: Buffer[], count: number): Promise<number> {
  const load = { url: server.url, status: 200, connections };
  await generateLoad({ ...load, requests: saves.splice(0, Math.ceil(count / 2)) });
  const before = await server.usage();
  const requests = saves.splice(0, Math.floor(count / 2));
  await generateLoad({ ...load, requests });
  const { cpuMicroseconds } = await server.usage();
  return (cpuMicroseconds - before.cpuMicroseconds) / 1000 / requests.length;
}

async function readAtRate(
  { url, sockets }: { url: string; sockets: readonly Socket[] },
  { readsPerSecond: perSecond, seconds }: Plan["overload"],
): Promise<Answer[]> {
  let last = 0;
  const next = () => {
    last = (last % drifters) + 1;
    return requestBytes(url, drifterPath(apiPaths.narrative, String(last)));
  };
  const answers = await sendAtRate({ sockets, perSecond, seconds, next });
  const failed = answers.find(({ status }) => status !== 200);
  if (failed !== undefined) throw new Error(`A read was answered with ${failed.status}.`);
  return answers;
}

/** A refused save is sent again later, as its author would. */
function saveAtRate(
  { sockets }: { sockets: readonly Socket[] },
  perSecond: number,
  seconds: number,
  saves: Buffer[],
): Promise<Answer[]> {
  return sendAtRate({
    sockets,
    perSecond,
    seconds,
    next: () => saves.shift(),
    onAnswer: (request, status) => {
      if (status === 503) saves.push(request);
    },
  });
}
