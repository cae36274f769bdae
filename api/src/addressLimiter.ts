import { isIP } from "node:net";
import type { Request, Response } from "express";
import { ipKeyGenerator, rateLimit, type Store } from "express-rate-limit";
import { ApiError } from "./problem.ts";

interface AddressLimit {
  perMinute: number;
  /** Detail of the `rate.limited` problem; by default the one for saves. */
  detail?: string;
  onRefusal: () => void;
  countRequest?: ReturnType<typeof createMinuteCounter>;
}

/** Counts a request of a client; throws `rate.limited` when it has sent too many. */
export type AddressLimiter = (request: Request, response: Response) => Promise<void>;

/** Creates a rate limiter per client address (IPv6: per /56). */
export function createAddressLimiter({
  perMinute,
  detail,
  onRefusal,
  countRequest = createMinuteCounter(),
}: AddressLimit): AddressLimiter {
  const limit = rateLimit({
    // The library's own store uses the wall clock.
    store: createStore(countRequest),
    limit: perMinute,
    keyGenerator: ({ ip }) => clientKey(ip),
    standardHeaders: false,
    legacyHeaders: false,
    // The library's validation writes to the console instead of the log.
    validate: false,
    handler: (request, _response, next) => {
      onRefusal();
      const retryAfterSeconds = secondsUntilReset(request);
      next(new ApiError("rate.limited", { retryAfterSeconds, ...(detail && { detail }) }));
    },
  });
  return (request, response) =>
    new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      Promise.resolve(limit(request, response, settle)).catch(reject);
    });
}

/**
 * Returns the key under which a client is counted. Some proxies write its port or zone into X-Forwarded-For too; what
 * names no address is one client.
 */
function clientKey(client = ""): string {
  const [, bracketed, withPort = client] = /^(?:\[(.*)\]|([^:]*))(?::\d*)?$/.exec(client) ?? [];
  const address = (bracketed ?? withPort).replace(/%.*$/, "");
  return isIP(address) === 0 ? "no address" : ipKeyGenerator(address);
}

function createStore(countRequest: ReturnType<typeof createMinuteCounter>): Store {
  return {
    increment(address) {
      const { count, secondsLeft } = countRequest(address);
      return { totalHits: count, resetTime: new Date(Date.now() + secondsLeft * 1000) };
    },
    // Every request counts, whatever its response.
    decrement: () => undefined,
    resetKey: () => undefined,
  };
}

function secondsUntilReset(request: Request): number {
  // Safety: express-rate-limit sets it before it calls its handler.
  const { rateLimit } = request as Request & { rateLimit: { resetTime: Date } };
  return Math.max(1, Math.ceil((rateLimit.resetTime.getTime() - Date.now()) / 1000));
}

const minuteMilliseconds = 60_000;

interface MinuteCount {
  /** Events of the key in this minute, with this one. */
  count: number;
  /** Until the next minute begins, at least 1. */
  secondsLeft: number;
}

/**
 * Creates a counter of events by key, which starts again every minute. It uses the monotonic clock: when the wall clock
 * is set back, a minute stays a minute.
 */
export function createMinuteCounter(
  now = () => performance.now(),
): (key: string, events?: number) => MinuteCount {
  let counts = new Map<string, number>();
  let endsAtMilliseconds = Number.NEGATIVE_INFINITY;
  return (key, events = 1) => {
    const milliseconds = now();
    if (milliseconds >= endsAtMilliseconds) {
      counts = new Map();
      endsAtMilliseconds = milliseconds + minuteMilliseconds;
    }
    const count = (counts.get(key) ?? 0) + events;
    counts.set(key, count);
    return { count, secondsLeft: Math.ceil((endsAtMilliseconds - milliseconds) / 1000) };
  };
}
