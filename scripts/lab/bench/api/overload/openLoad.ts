import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { exchange } from "../loadGenerator.ts";

/** A response and its time from the moment at which the request was due. */
export interface Answer {
  status: number;
  milliseconds: number;
}

export interface OpenLoad {
  /** Open connections; a request that is due while all are busy is sent later. */
  sockets: readonly Socket[];
  perSecond: number;
  seconds: number;
  /** The bytes of the next request; undefined if there are none left. */
  next(): Buffer | undefined;
  /** Called with each response. */
  onAnswer?(request: Buffer, status: number): void;
}

/**
 * Opens connections one after the other. Opened all at once, the system would drop some and try again after seconds.
 */
export async function openConnections(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    await once(socket, "connect");
    sockets.push(socket);
  }
  return sockets;
}

/** Sends requests at a fixed rate, however slowly they are answered; returns all responses. */
export async function sendAtRate(load: OpenLoad): Promise<Answer[]> {
  const idle = [...load.sockets];
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  const total = Math.floor(load.perSecond * load.seconds);

  async function send(request: Buffer, socket: Socket, dueAt: number): Promise<void> {
    const status = await exchange(socket, request);
    answers.push({ status, milliseconds: performance.now() - dueAt });
    load.onAnswer?.(request, status);
    idle.push(socket);
  }

  for (let sent = 0; sent < total; await delay(1)) {
    const due = Math.min(total, ((performance.now() - begun) * load.perSecond) / 1000);
    while (sent < due) {
      const socket = idle.shift();
      if (socket === undefined) break;
      const request = load.next();
      if (request === undefined) throw new Error("There are no requests left.");
      const task = send(request, socket, begun + (sent * 1000) / load.perSecond);
      open.add(task);
      task.finally(() => open.delete(task)).catch(() => undefined);
      sent += 1;
    }
  }
  await Promise.all(open);
  return answers;
}
