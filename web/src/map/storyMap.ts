import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { apiPaths } from "#protocol/wire/paths";
import type { StoryMap } from "#protocol/wire/responses";
import { readJson } from "../service/readJson.ts";
import { tokenSchema } from "../tokens/tokenSchema.ts";

const mapSchema = v.object({
  tokens: v.array(
    v.object({ ...tokenSchema.entries, hasStory: v.boolean(), x: v.number(), y: v.number() }),
  ),
  rows: v.number(),
  meetings: v.array(v.object({ writer: tokenSchema, mentioned: tokenSchema, quote: v.string() })),
  meetingTotal: v.number(),
  storyTotal: v.number(),
  tokenTotal: v.number(),
});

/** Query for the tokens that meet in stories. */
export const storyMapQueryOptions = queryOptions({
  queryKey: ["storyMap"],
  queryFn: ({ signal, client }): Promise<StoryMap> =>
    readJson(apiPaths.storyMap, mapSchema, { signal, client }),
});
