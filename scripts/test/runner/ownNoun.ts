import { ANoun, aNoun, Noun, Nouns, noun, nouns } from "#protocol/values/noun";

const own: Record<string, string> = {
  ...{ drifter: noun, drifters: nouns, Drifter: Noun, Drifters: Nouns },
  ...{ "a drifter": aNoun, "A drifter": ANoun },
};

/** Replaces the nouns that tests are written with by this collection's, except in names in code and stored formats. */
export function inOwnNoun(text: string): string {
  return text.replaceAll(
    /(?<!fringe-)\b([aA] drifter|[dD]rifters?)\b/g,
    (words) => own[words] ?? words,
  );
}
