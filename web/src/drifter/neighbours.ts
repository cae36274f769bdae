import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { isDrifterId } from "#protocol/drifterId";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { DrifterNeighbours } from "#protocol/responses";
import { readJson } from "../service/readJson.ts";
import { drifterSchema } from "./drifterSchema.ts";

const drifters = v.array(drifterSchema);
const neighboursSchema = v.object({
  previous: v.nullable(drifterSchema),
  next: v.nullable(drifterSchema),
  withStory: v.nullable(drifterSchema),
  sameOwner: v.nullable(drifters),
  samePhase: drifters,
  sharedTrait: v.nullable(v.object({ type: v.string(), value: v.string(), drifters })),
  mentionedIn: drifters,
});

/** Query for the drifters to which a drifter's page leads. */
export function neighboursQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["neighbours", drifterId],
    enabled: isDrifterId(drifterId),
    queryFn: ({ signal, client }): Promise<DrifterNeighbours> =>
      readJson(drifterPath(apiPaths.neighbours, drifterId), neighboursSchema, { signal, client }),
  });
}
