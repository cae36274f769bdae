import { isIP } from "node:net";
import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { ApiError } from "../base/apiError.ts";

interface RateLimitOptions {
  perMinute: number;
  /** The problem's `detail`; by default, the message about saves. */
  detail?: string;
  onRejected: () => void;
}

/** Limits events per minute and key. */
export interface RateLimit {
  /** Counts an event. If the limit is reached, throws `rate.limited` without counting. */
  count(key: string): void;
  /** Uncounts an event. */
  release(key: string): void;
}

const minuteMilliseconds = 60_000;

/**
 * Creates a rate limit. All counts reset every minute of the monotonic clock, so that changes to
 * the wall clock have no effect.
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

/** Counts a request against the client's address (IPv6: per /56); throws `rate.limited`. */
export type ClientLimit = (request: Pick<Request, "ip">) => void;

export function createClientLimit(options: RateLimitOptions): ClientLimit {
  const limit = createRateLimit(options);
  return ({ ip }) => limit.count(clientKey(ip));
}

/**
 * Returns the key for counting a client. Strips the port or zone that some proxies add to
 * X-Forwarded-For; all invalid addresses count as one client.
 */
export function clientKey(client = ""): string {
  const [, bracketed, withPort = client] = /^(?:\[(.*)\]|([^:]*))(?::\d*)?$/.exec(client) ?? [];
  const address = (bracketed ?? withPort).replace(/%.*$/, "");
  return isIP(address) === 0 ? "no address" : ipKeyGenerator(address);
}
