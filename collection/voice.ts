import type { CollectionVoice } from "#collection/collectionConfig.ts";

export const voice: CollectionVoice = {
  unknownPage: {
    title: "Off the map",
    text: "No trail leads here. If there was a page at this address, the dust has it now.",
  },
  brokenPage: "Dust in the works",
  home: "Back to the Fringe",
  mint: "Now and then the dust lets a few more through. Mint one, and it is yours to keep, to pass on and to write about.",
  minted: {
    one: "A drifter walks under your name.",
    many: (count) => `${count} drifters walk under your name.`,
  },
  noTokens: "Nobody has set out yet. The first drifters come with the first mint.",
  noStories:
    "The fires are cold tonight: nobody has told a story yet. If you hold a drifter, begin.",
};
