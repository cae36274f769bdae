import type { CollectionConfig } from "#collection/collectionConfig.ts";

export const collectionConfig = {
  name: "%name%",
  noun: { one: "%noun%", many: "%nouns%" },
  contract: "%contract%",
  mintFunction: "%mintFunction%",
  priceFunction: "%priceFunction%",
  art: "folder",
  tagline: "The %nouns% of %name%, and the stories that their owners write.",
  themeColors: { dark: "%page%", light: "%pageByDay%" },
} as const satisfies CollectionConfig;
