import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { isDrifterId } from "#protocol/drifterId";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { DrifterNeighbors } from "#protocol/responses";
import { hexSchema } from "../service/hexSchema.ts";
import { readJson } from "../service/readJson.ts";
import { drifterSchema } from "./drifterSchema.ts";

const drifters = v.array(drifterSchema);
const neighborsSchema = v.object({
  previous: v.nullable(drifterSchema),
  next: v.nullable(drifterSchema),
  withStory: v.nullable(drifterSchema),
  owner: v.nullable(hexSchema()),
  sameOwner: v.nullable(drifters),
  samePhase: drifters,
  mentionedIn: drifters,
});

/** Query for the drifters to which a drifter's page leads. */
export function neighborsQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["neighbors", drifterId],
    enabled: isDrifterId(drifterId),
    queryFn: ({ signal, client }): Promise<DrifterNeighbors> =>
      readJson(drifterPath(apiPaths.neighbors, drifterId), neighborsSchema, { signal, client }),
  });
}
