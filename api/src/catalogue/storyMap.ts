import type { DrifterId } from "#protocol/values/drifterId";
import { maxMeetings } from "#protocol/wire/catalogue";
import type { StoryMap } from "#protocol/wire/responses";
import type { NarrativeStore } from "../narratives/store.ts";
import type { StorySearch } from "../search/storySearch.ts";
import { arrange } from "./arrange.ts";
import { type Catalogue, type CatalogueEntry, toReference } from "./catalogue.ts";

interface MapDependencies {
  catalogue: Catalogue;
  store: Pick<NarrativeStore, "stories">;
  search: Pick<StorySearch, "meetings">;
}

/** Maximum number of drawn tokens: about three screens of a phone. */
const maxDrawn = 50;

/** Returns a function that finds which stories mention which tokens, and arranges these tokens for a drawing. */
export function createStoryMap({ catalogue, store, search }: MapDependencies) {
  return async (): Promise<StoryMap> => {
    const { entries, get } = await catalogue.view();
    const isListed = (id: DrifterId) => get(id) !== undefined;
    const { total, newest } = await search.meetings(isListed, maxMeetings);
    const stories = await store.stories();
    const refer = (id: DrifterId) => toReference(get(id) ?? { drifterId: id });
    const drawn = new Set<DrifterId>();
    for (const { drifterId, mentioned } of newest) {
      const pair = [drifterId, mentioned].filter((id) => !drawn.has(id));
      if (drawn.size + pair.length <= maxDrawn) for (const id of pair) drawn.add(id);
    }
    const meetings = newest.map(({ drifterId, mentioned, quote }) => {
      return { writer: refer(drifterId), mentioned: refer(mentioned), quote };
    });
    const lines = newest.map(({ drifterId, mentioned }) => [drifterId, mentioned] as const);
    const { rows, points } = arrange([...drawn], lines);
    const hasStory = ({ drifterId }: CatalogueEntry) => stories.has(drifterId);
    return {
      tokens: points.map(({ id, x, y }) => ({ ...refer(id), hasStory: stories.has(id), x, y })),
      rows,
      meetings,
      meetingTotal: total,
      storyTotal: entries.filter(hasStory).length,
      tokenTotal: entries.length,
    };
  };
}
