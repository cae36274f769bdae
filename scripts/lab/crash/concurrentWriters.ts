import { setImmediate } from "node:timers/promises";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { createRandom, type Random } from "../../shared/random.ts";
import { assertDurable } from "./durabilityViolation.ts";
import { ownerOf } from "./fixture.ts";
import type { Accepted, DrifterOracle } from "./oracle.ts";
import { postSave } from "./service.ts";
import { writeText } from "./texts.ts";

interface WriterOptions {
  url: string;
  drifters: readonly [DrifterOracle, ...DrifterOracle[]];
  savers: number;
  /** Keys of the random stream. */
  seed: readonly (string | number)[];
}

/** Concurrent writers, each posting one save after the other until something is killed. */
export class ConcurrentWriters {
  acknowledged = 0;
  refused = 0;
  readonly #options: WriterOptions;
  readonly #started = performance.now();
  readonly #savers: Promise<void>[];
  readonly #onAcknowledged = new Map<number, () => void>();
  /** Rejects with the first violation that a writer finds. */
  readonly failed: Promise<never>;
  /** Whether requests may fail, because something is being killed. */
  #mayFail = false;
  #isOver = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#savers = Array.from({ length: options.savers }, (_, index) =>
      this.#saveOn(createRandom(...options.seed, "saver", index)),
    );
    this.failed = new Promise((_, reject) => Promise.all(this.#savers).catch(reject));
    // `end` rejects with it too.
    this.failed.catch(() => undefined);
  }

  /**
   * Waits for the `count`-th acknowledgement, then for a `fraction` of the average time of one.
   */
  async passes(count: number, fraction: number): Promise<void> {
    const reached = new Promise<void>((resolve) => this.#onAcknowledged.set(count, resolve));
    await Promise.race([reached, this.failed]);
    const now = performance.now();
    const moment = now + ((now - this.#started) / count) * fraction;
    // Timers are too coarse for a point between two acknowledgements.
    while (performance.now() < moment) await setImmediate();
  }

  /** Allows requests to fail. Call it just before something is killed. */
  expectFailure(): void {
    this.#mayFail = true;
  }

  /** Resolves when every writer's last request has succeeded or failed. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#savers);
  }

  async #saveOn(random: Random): Promise<void> {
    while (!this.#isOver) {
      const drifter = random.pick(this.#options.drifters);
      const old = random.chance(0.12) ? pick(random, drifter.replaced) : undefined;
      await (old ? this.#replay(old.request) : this.#saveAnew(random, drifter));
    }
  }

  /** Posts a replaced text again. */
  async #replay(request: NarrativeSaveRequest): Promise<void> {
    const answer = await this.#post(request);
    if (answer === undefined) return;
    assertDurable(
      answer.status === 409,
      () => `A replaced text of drifter ${request.drifterId} got status ${answer.status}.`,
    );
    this.refused += 1;
  }

  async #saveAnew(random: Random, drifter: DrifterOracle): Promise<void> {
    const narrative = writeText(random, (text) => drifter.reserve(text));
    const known = random.chance(0.3) ? pickKnown(random, drifter) : undefined;
    const request = await signSave(drifter.drifterId, narrative);
    const revisionBefore = drifter.revision;
    drifter.post(request);
    const answer = await this.#post(request, known?.etag);
    if (answer === undefined) return;
    if (known !== undefined && answer.status === 412) return drifter.refuse(request);
    assertDurable(
      answer.status === 200,
      () => `A save of drifter ${drifter.drifterId} got status ${answer.status}.`,
    );
    assertInTurn(answer.body, revisionBefore, known);
    drifter.acknowledge(request, answer.body, answer.etag);
    this.acknowledged += 1;
    this.#onAcknowledged.get(this.acknowledged)?.();
  }

  /** Posts a save; returns undefined and stops this writer if something was killed meanwhile. */
  async #post(request: NarrativeSaveRequest, ifMatch?: string) {
    const answer = await postSave(this.#options.url, request, ifMatch);
    if (answer !== undefined && !(this.#mayFail && answer.status === 503)) return answer;
    assertDurable(
      this.#mayFail,
      () => `A save of drifter ${request.drifterId} got no response before anything was killed.`,
    );
    this.#isOver = true;
    return undefined;
  }
}

async function signSave(drifterId: DrifterId, narrative: string): Promise<NarrativeSaveRequest> {
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signature = await ownerOf(drifterId).signMessage({ message: signedMessage });
  return { drifterId, narrative, signedMessage, signature };
}

/** A save with a known ETag: usually the newest, sometimes an outdated one. */
function pickKnown(random: Random, drifter: DrifterOracle): Accepted | undefined {
  const known = random.chance(0.7) ? drifter.newest : pick(random, drifter.accepted);
  return known?.etag === undefined ? undefined : known;
}

function pick<Value>(random: Random, values: readonly Value[]): Value | undefined {
  return values[Math.floor(random.between(0, values.length))];
}

/** Asserts that a save follows all that were acknowledged before it was sent, and directly follows its `If-Match`. */
function assertInTurn(
  { drifterId, revision }: NarrativeRecord,
  revisionBefore: number,
  known: Accepted | undefined,
): void {
  assertDurable(
    revision > revisionBefore,
    () => `Drifter ${drifterId}: revision ${revision} was assigned after ${revisionBefore}.`,
  );
  assertDurable(
    known?.record === undefined || revision === known.record.revision + 1,
    () => `Drifter ${drifterId}: If-Match accepted revision ${revision}, which it must reject.`,
  );
}
