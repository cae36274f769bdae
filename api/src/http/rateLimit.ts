import { isIP } from "node:net";
import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { ApiError } from "../base/apiError.ts";

interface RateLimitOptions {
  perMinute: number;
  /** `detail` of the problem; by default the one for saves. */
  detail?: string;
  onRejected: () => void;
}

/** Limits events per key and minute. */
export interface RateLimit {
  /** Counts an event; throws `rate.limited` without counting if the limit is reached. */
  count(key: string): void;
  /** Uncounts an event. */
  release(key: string): void;
}

const minuteMilliseconds = 60_000;

/**
 * Creates a rate limit. All counts start again every minute, by the monotonic clock: when the wall clock is set back, a
 * minute stays a minute.
 */
export function createRateLimit({ perMinute, detail, onRejected }: RateLimitOptions): RateLimit {
  let counts = new Map<string, number>();
  let endsAt = Number.NEGATIVE_INFINITY;
  return {
    count(key) {
      const now = performance.now();
      if (now >= endsAt) {
        counts = new Map();
        endsAt = now + minuteMilliseconds;
      }
      const count = counts.get(key) ?? 0;
      if (count < perMinute) {
        counts.set(key, count + 1);
        return;
      }
      onRejected();
      const retryAfterSeconds = Math.ceil((endsAt - now) / 1000);
      throw new ApiError("rate.limited", { retryAfterSeconds, ...(detail && { detail }) });
    },
    release: (key) => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)),
  };
}

/** Counts a request against its client's address (IPv6: per /56); throws `rate.limited`. */
export type ClientLimit = (request: Pick<Request, "ip">) => void;

export function createClientLimit(options: RateLimitOptions): ClientLimit {
  const limit = createRateLimit(options);
  return ({ ip }) => limit.count(clientKey(ip));
}

/**
 * Returns the key under which a client is counted. Some proxies write its port or zone into X-Forwarded-For too; what
 * names no address is one client.
 */
export function clientKey(client = ""): string {
  const [, bracketed, withPort = client] = /^(?:\[(.*)\]|([^:]*))(?::\d*)?$/.exec(client) ?? [];
  const address = (bracketed ?? withPort).replace(/%.*$/, "");
  return isIP(address) === 0 ? "no address" : ipKeyGenerator(address);
}
