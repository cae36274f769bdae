import type { DrifterId } from "#protocol/drifterId";
import { createMinuteCounter } from "../addressLimiter.ts";
import { ApiError } from "../problem.ts";

/** Counts events of each drifter. */
export interface DrifterLimiter {
  /** Counts an event; throws `rate.limited` if there were too many in this minute. */
  count(drifterId: DrifterId): void;
  /** Takes back an event that was counted. */
  release(drifterId: DrifterId): void;
}

/** Creates a rate limiter per drifter and minute. */
export function createDrifterLimiter(
  perMinute: number,
  detail: string,
  onRefusal: () => void,
  countEvents = createMinuteCounter(),
): DrifterLimiter {
  return {
    count(drifterId) {
      const { count, secondsLeft } = countEvents(drifterId);
      if (count <= perMinute) return;
      onRefusal();
      throw new ApiError("rate.limited", { detail, retryAfterSeconds: secondsLeft });
    },
    release: (drifterId) => void countEvents(drifterId, -1),
  };
}
