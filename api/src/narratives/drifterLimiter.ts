import type { Request, Response } from "express";
import { rateLimit } from "express-rate-limit";
import type { DrifterId } from "#protocol/drifterId";
import { ApiError } from "../problem.ts";

export type SaveLimiter = (
  request: Request<{ drifterId: string }>,
  response: Response,
) => Promise<void>;

/** Counts saves of each network address (IPv6: each /56); more than allowed throw `rate.limited`. */
export function createSaveLimiter(savesPerMinute: number, onRefusal: () => void): SaveLimiter {
  const limit = rateLimit({
    windowMs: 60_000,
    limit: savesPerMinute,
    standardHeaders: false,
    legacyHeaders: false,
    // It would write its findings to the console, past the log.
    validate: false,
    handler: (request, _response, next) => {
      onRefusal();
      next(new ApiError("rate.limited", { retryAfterSeconds: secondsUntilReset(request) }));
    },
  });
  return (request, response) =>
    new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      Promise.resolve(limit(request, response, settle)).catch(reject);
    });
}

export type DrifterLimiter = (drifterId: DrifterId) => void;

const minuteMilliseconds = 60_000;

/** Counts what the owners of each drifter save; more than allowed in a minute throw `rate.limited`. */
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

function secondsUntilReset(request: Request): number {
  // Safety: express-rate-limit puts it there before it calls its handler.
  const { rateLimit } = request as Request & { rateLimit: { resetTime: Date } };
  return Math.max(1, Math.ceil((rateLimit.resetTime.getTime() - Date.now()) / 1000));
}
