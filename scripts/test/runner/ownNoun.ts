import { collectionConfig } from "#collection/collection.config.ts";

const { one, many } = collectionConfig.noun;
const capitalize = (word: string) => word.replace(/^./, (first) => first.toUpperCase());
const own: Record<string, string> = {
  ...{ drifter: one, drifters: many },
  ...{ Drifter: capitalize(one), Drifters: capitalize(many) },
};

/** Replaces the nouns of Fringe Drifters, which tests are written with, by this collection's, but not in names in code. */
export function inOwnNoun(text: string): string {
  return text.replaceAll(/(?<!fringe[- ]|Fringe )\b[dD]rifters?\b/g, (word) => own[word] ?? word);
}
