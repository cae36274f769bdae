import type { CollectionVoice } from "#collection/collectionConfig.ts";
import { voice as ownVoice } from "#collection/voice.ts";
import { aNoun, countNouns, noun, nouns } from "#protocol/values/noun";

const plain: Required<CollectionVoice> = {
  unknownPage: { title: "Page not found", text: "There is no page at this address." },
  brokenPage: "This page failed",
  home: "Back to the home page",
  mint: "Mint one, and it is yours to keep, to pass on and to write about.",
  minted: { one: `The ${noun} is yours.`, many: (count) => `${countNouns(count)} are yours.` },
  noTokens: `There are no ${nouns} yet. The first ones come with the first mint.`,
  noStories: `Nobody has written a story yet. If you own ${aNoun}, begin.`,
};

/** Sentences in the collection's voice, with defaults for missing ones. */
export const voice: Required<CollectionVoice> = { ...plain, ...ownVoice };
