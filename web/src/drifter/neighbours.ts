import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { DrifterNeighbours } from "#protocol/catalogue";
import { isDrifterId } from "#protocol/drifterId";
import { apiPaths, drifterPath } from "#protocol/paths";
import { readJson } from "../components/readJson.ts";
import { drifterSchema } from "./drifterSchema.ts";

const drifters = z.array(drifterSchema);
const neighboursSchema = z.object({
  previous: z.nullable(drifterSchema),
  next: z.nullable(drifterSchema),
  withStory: z.nullable(drifterSchema),
  sameOwner: z.nullable(drifters),
  samePhase: drifters,
  sharedTrait: z.nullable(z.object({ type: z.string(), value: z.string(), drifters })),
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
