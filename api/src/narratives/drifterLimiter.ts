import type { DrifterId } from "#protocol/drifterId";
import { createMinuteCounter } from "../minuteCounter.ts";
import { ApiError } from "../problem.ts";

export type DrifterLimiter = (drifterId: DrifterId) => void;

/** Creates a rate limiter of saves per drifter and minute; it throws `rate.limited`. */
export function createDrifterLimiter(
  savesPerMinute: number,
  onRefusal: () => void,
  countSave = createMinuteCounter(),
): DrifterLimiter {
  return (drifterId) => {
    const { count, secondsLeft } = countSave(drifterId);
    if (count <= savesPerMinute) return;
    onRefusal();
    throw new ApiError("rate.limited", {
      detail: "This drifter's story was saved too often. Retry-After says when to try again.",
      retryAfterSeconds: secondsLeft,
    });
  };
}
