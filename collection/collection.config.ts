import type { CollectionConfig } from "#collection/collectionConfig.ts";

export const collectionConfig = {
  name: "Fringe Drifters",
  noun: { one: "drifter", many: "drifters" },
  contract: "FringeDrifters",
  mintFunction: "FringeMint",
  priceFunction: "FD_PRICE",
  art: "drawn",
  skyTrait: "Sky",
  tagline: "Look up a drifter, read its story, and write it if you own it.",
  team: { name: "The Fringe Drifters contributors" },
  themeColors: { dark: "#150f1c", light: "#f5ebd8", accent: "#e8a54b" },
} as const satisfies CollectionConfig;
