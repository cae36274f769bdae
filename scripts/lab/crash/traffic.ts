import assert from "node:assert";
import { EventEmitter, once } from "node:events";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { NarrativeSaveRequest } from "#protocol/wire/responses";
import type { Random } from "../../shared/random.ts";
import { owner, type TokenOracle } from "./oracle.ts";

export type RequestKind = "read" | "save";

export interface TrafficCounts {
  /** Acknowledged saves. */
  acknowledged: number;
  /** Saves that failed, and were accepted when retried after the fault. */
  retried: number;
  /** Replaced texts that were posted again and rejected. */
  rejected: number;
  reads: number;
}

const readers = 2;
const timeoutMilliseconds = 30_000;
const retryMilliseconds = 20;

/** Concurrent writers, one per token, and readers of the same stories. */
export class Traffic {
  readonly counts: TrafficCounts = { acknowledged: 0, retried: 0, rejected: 0, reads: 0 };
  /** Rejects with the first violation. */
  readonly failed: Promise<never>;
  /** The kinds of requests that may fail, including requests in progress. */
  mayFail: readonly RequestKind[] = [];
  readonly #url: string;
  readonly #tokens: readonly TokenOracle[];
  readonly #all: Promise<unknown>;
  readonly #events = new EventEmitter();
  /** Saves that were acknowledged, rejected, or failed without a response. */
  #outcomes = 0;
  #isOver = false;

  constructor(url: string, tokens: readonly TokenOracle[], random: Random) {
    this.#url = url;
    this.#tokens = tokens;
    const repeat = async (work: () => Promise<void>) => {
      while (!this.#isOver) await work();
    };
    this.#all = Promise.all([
      ...tokens.map((token) => repeat(() => this.#save(token, random))),
      ...Array.from({ length: readers }, () => repeat(() => this.#read(random))),
    ]);
    this.failed = new Promise((_, reject) => this.#all.catch(reject));
    // `end` also rejects with this error.
    this.failed.catch(() => undefined);
  }

  /** Waits for `count` more acknowledged saves. */
  async acknowledges(count: number): Promise<void> {
    const last = this.counts.acknowledged + count;
    await this.#until(() => this.counts.acknowledged >= last);
  }

  /** Waits until every writer has completed a save that it sent from now on. */
  settles(): Promise<void> {
    const last = this.#outcomes + 2 * this.#tokens.length;
    return this.#until(() => this.#outcomes >= last);
  }

  /** Resolves when every save has been acknowledged and every read has ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }

  async #until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await Promise.race([once(this.#events, "outcome"), this.failed]);
  }

  async #save(token: TokenOracle, random: Random): Promise<void> {
    const { drifterId, records } = token;
    const replaced = records.slice(0, -1);
    const old = replaced[Math.floor(random.between(0, replaced.length))];
    if (old !== undefined && random.chance(0.1)) {
      const { status } = (await this.#send("save", () => postSave(this.#url, old))) ?? {};
      if (status === undefined) return;
      assert(status === 409, `A replaced text of drifter ${drifterId} got ${status}.`);
      this.counts.rejected += 1;
      return;
    }
    const narrative = writeText(random, records.length + 1);
    const signedMessage = narrativeMessage(drifterId, narrative);
    const signature = await owner.signMessage({ message: signedMessage });
    const request = { drifterId, narrative, signedMessage, signature };
    token.pending = request;
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#send("save", () => postSave(this.#url, request));
      if (response !== undefined) {
        const { status, body } = response;
        assert(status === 200, `A save of drifter #${drifterId} got ${status}: ${body}`);
        token.acknowledge(JSON.parse(body));
        this.counts.acknowledged += 1;
        if (attempt > 1) this.counts.retried += 1;
        return;
      }
      // A failed round does not end its fault.
      if (this.#isOver && this.mayFail.length > 0) return;
    }
  }

  async #read(random: Random): Promise<void> {
    const token = this.#tokens[Math.floor(random.between(0, this.#tokens.length))];
    if (token === undefined) return;
    const path = tokenPath(apiPaths.narrative, token.drifterId);
    const response = await this.#send("read", () => send(this.#url + path));
    if (response === undefined) return;
    const { status, body } = response;
    if (status === 200) token.assertSaved(JSON.parse(body));
    // The other process may have just saved the first revision.
    else assert(status === 404, `${path} got ${status}.`);
    this.counts.reads += 1;
    // Pauses, because readers would otherwise starve the writers.
    await setImmediate();
  }

  /** Sends a request. If a fault affects the request, returns undefined a moment later. */
  async #send(kind: RequestKind, work: () => Promise<SendResult>): Promise<SendResult | undefined> {
    const mayFail = this.mayFail.includes(kind);
    const isExpected = () => mayFail || this.mayFail.includes(kind);
    try {
      const response = await work();
      if (response.status < 500 || !isExpected()) return response;
    } catch (error) {
      if (!isExpected()) assert.fail(`A ${kind} got no response: ${error}`);
    } finally {
      if (kind === "save") this.#outcomes += 1;
      // Rejects after the caller has counted the response.
      void setImmediate().then(() => this.#events.emit("outcome"));
    }
    await delay(retryMilliseconds);
    return undefined;
  }
}

type SendResult = Awaited<ReturnType<typeof send>>;

/** Sends a request; rejects without a complete response within 30 s. */
export async function send(url: string, options: RequestInit = {}) {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const response = await fetch(url, { ...options, signal });
  return { status: response.status, body: await response.text() };
}

/** Posts a save, or reposts an earlier record. */
export function postSave(url: string, save: NarrativeSaveRequest): Promise<SendResult> {
  const { drifterId, narrative, signedMessage, signature } = save;
  return send(url + tokenPath(apiPaths.narrative, drifterId), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ drifterId, narrative, signedMessage, signature }),
  });
}

/** Reads JSON until it equals the expected value, which other processes may publish later. */
export async function readUntilEqual(url: string, expected: unknown): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  for (;;) {
    const { status, body } = await send(url);
    if (status === 200 && isDeepStrictEqual(JSON.parse(body), expected)) return;
    const found = `${url} got ${status} and is not what was acknowledged: ${body.slice(0, 500)}`;
    assert(!timeout.aborted, found);
  }
}

const maxTextBytes = 65_536;
/** Characters of one to four bytes and both kinds of line break, so that torn text is detected. */
const prose = Buffer.from(
  "Dust over the łow road — 砂の道 🌒, and a lantern.\r\nThen\n".repeat(1_400),
);

/** Returns a text with a few bytes to 64 kB, with logarithmically distributed sizes; `number` makes the text unique. */
function writeText(random: Random, number: number): string {
  const cut = prose.subarray(0, Math.floor(maxTextBytes ** random.next())).toString();
  // A split character becomes U+FFFD.
  return `${number} ${cut.replaceAll("\ufffd", "")}`;
}
