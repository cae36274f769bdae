import type { NarrativeListItem } from "#protocol/wire/responses";
import { StoryIndex } from "../../api/src/narratives/storyIndex.ts";

/** Returns the index of these stories, newest first. */
export function storiesOf(items: readonly NarrativeListItem[]): StoryIndex {
  const index = new StoryIndex();
  for (const item of items.toReversed()) index.place({ item, isStory: true });
  return index;
}
