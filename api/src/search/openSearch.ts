import { join } from "node:path";
import type { Logger } from "pino";
import type { Settings } from "../env.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { PostgresIndex } from "./postgresIndex.ts";
import { createStorySearch, type StorySearch } from "./storySearch.ts";
import { WorkerIndex } from "./workerIndex.ts";

/** File of the index in `DATA_DIR`; it can be deleted while the service is stopped. */
export const searchFile = join(".search", "stories.sqlite");

/** Creates the search beside the stories: in their database, or in their folder. The first use opens it. */
export function openSearch(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  store: Pick<NarrativeStore, "stories" | "find">,
  logger: Logger,
): StorySearch {
  const index =
    databaseUrl === undefined
      ? new WorkerIndex(join(dataDir, searchFile))
      : new PostgresIndex(databaseUrl, logger);
  return createStorySearch({ store, index, logger });
}
