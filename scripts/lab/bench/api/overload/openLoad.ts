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
  url: string;
  perSecond: number;
  seconds: number;
  /** The bytes of the next request; undefined if there are none left. */
  next(): Buffer | undefined;
  /** Called with each response. */
  onAnswer?(request: Buffer, status: number): void;
}

/** Connections at most; requests that are due while all are busy are sent later, and their time counts from when they were due. */
const mostConnections = 512;

/**
 * Sends requests at a fixed rate, however slowly they are answered, over connections that are kept; returns all
 * responses.
 */
export async function sendAtRate(load: OpenLoad): Promise<Answer[]> {
  const { hostname, port } = new URL(load.url);
  const idle: Socket[] = [];
  const opened: Socket[] = [];
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  const total = Math.floor(load.perSecond * load.seconds);

  async function send(request: Buffer, socket: Socket, dueAt: number): Promise<void> {
    if (socket.connecting) await once(socket, "connect");
    const status = await exchange(socket, request);
    answers.push({ status, milliseconds: performance.now() - dueAt });
    load.onAnswer?.(request, status);
    idle.push(socket);
  }

  function freeSocket(): Socket | undefined {
    const kept = idle.pop();
    if (kept !== undefined || opened.length >= mostConnections) return kept;
    const socket = connect(Number(port), hostname).setNoDelay(true);
    opened.push(socket);
    return socket;
  }

  try {
    let sent = 0;
    while (sent < total) {
      const due = Math.min(total, ((performance.now() - begun) * load.perSecond) / 1000);
      while (sent < due) {
        const socket = freeSocket();
        if (socket === undefined) break;
        const request = load.next();
        if (request === undefined) throw new Error("There are no requests left.");
        const task = send(request, socket, begun + (sent * 1000) / load.perSecond);
        open.add(task);
        task.finally(() => open.delete(task)).catch(() => undefined);
        sent += 1;
      }
      await delay(1);
    }
    await Promise.all(open);
  } finally {
    for (const socket of opened) socket.destroy();
  }
  return answers;
}
