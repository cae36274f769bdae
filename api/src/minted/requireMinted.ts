import type { RequestHandler } from "express";
import type { DrifterId } from "#protocol/drifterId";
import { ApiError } from "../problem.ts";
import type { MintedDrifters } from "./mintedDrifters.ts";

/** Rejects a path whose `:drifterId` is not minted, before anything of the drifter is read. */
export function requireMinted(minted: MintedDrifters): RequestHandler<{ drifterId: DrifterId }> {
  return async ({ params }, _response, next) => {
    if (!(await minted.isMinted(params.drifterId))) throw new ApiError("drifter.not_found");
    next();
  };
}
