import type { Request, Response } from "express";
import { rateLimit } from "express-rate-limit";
import { ApiError } from "../problem.ts";

export type SaveLimiter = (request: Request, response: Response) => Promise<void>;

/** Counts saves of each network address (IPv6: each /56); more than allowed throw `rate.limited`. */
export function createSaveLimiter(savesPerMinute: number): SaveLimiter {
  const limit = rateLimit({
    windowMs: 60_000,
    limit: savesPerMinute,
    standardHeaders: false,
    legacyHeaders: false,
    handler: (request, _response, next) => {
      next(new ApiError("rate.limited", { retryAfterSeconds: secondsUntilReset(request) }));
    },
  });
  return (request, response) =>
    new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      Promise.resolve(limit(request, response, settle)).catch(reject);
    });
}

function secondsUntilReset(request: Request): number {
  // Safety: express-rate-limit puts it there before it calls its handler.
  const { rateLimit } = request as Request & { rateLimit: { resetTime: Date } };
  return Math.max(1, Math.ceil((rateLimit.resetTime.getTime() - Date.now()) / 1000));
}
