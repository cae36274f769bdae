import { firstWords } from "../page/firstWords.ts";
import { shortened } from "../page/plainText.ts";
import { plainStory } from "../search/plainStory.ts";

const longestSummary = 500;

/** The first words of a story as plain text, for a feed. */
export function storySummary(narrative: string): string {
  return firstWords(narrative, longestSummary) || shortened(plainStory(narrative), longestSummary);
}
