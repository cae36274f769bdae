import type { DrifterId } from "#protocol/drifterId";
import { ApiError } from "../problem.ts";

export type DrifterLimiter = (drifterId: DrifterId) => void;

const minuteMilliseconds = 60_000;

/** Creates a rate limiter of saves per drifter and minute; it throws `rate.limited`. */
export function createDrifterLimiter(
  savesPerMinute: number,
  onRefusal: () => void,
): DrifterLimiter {
  let saves = new Map<DrifterId, number>();
  let endsAtMilliseconds = 0;
  return (drifterId) => {
    const now = Date.now();
    if (now >= endsAtMilliseconds) {
      saves = new Map();
      endsAtMilliseconds = now + minuteMilliseconds;
    }
    const count = (saves.get(drifterId) ?? 0) + 1;
    if (count > savesPerMinute) {
      onRefusal();
      throw new ApiError("rate.limited", {
        detail: "This drifter's story was saved too often. Retry-After says when to try again.",
        retryAfterSeconds: Math.ceil((endsAtMilliseconds - now) / 1000),
      });
    }
    saves.set(drifterId, count);
  };
}
