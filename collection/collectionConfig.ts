/** What the software says and assumes of a collection: `collection/collection.config.ts`. */
export interface CollectionConfig {
  /** As in the contract. */
  name: string;
  /** What people call a token, in lowercase. */
  noun: { one: string; many: string };
  /** Name of the contract in `contracts/`, of its payable mint, and of the view of its price. */
  contract: string;
  mintFunction: string;
  priceFunction: string;
  /**
   * Art of the local world. Drawn: `collection/art/artwork.ts` draws every token. Folder: `collection/art/` has
   * `metadata/ID.json`, `images/ID.jpg` and `images/full/ID.jpg`.
   */
  art: "drawn" | "folder";
  /** One sentence for search engines and previews of links. */
  tagline: string;
  /** Who runs the site, and where to reach them: an https or mailto URL. The About page shows both. */
  team?: { name: string; contact?: string };
  /** Colors of the browser's frame: `--color-page` of `theme.css` in both schemes. */
  themeColors: { dark: string; light: string };
}

/** Sentences in the collection's own voice, `collection/voice.ts`; a plain one takes the place of a missing one. */
export interface CollectionVoice {
  /** The page for an unknown URL. */
  unknownPage?: { title: string; text: string };
  /** Title of what is shown instead of a page that throws. */
  brokenPage?: string;
  /** The link to the home page on both. */
  home?: string;
  /** At the head of the mint page. */
  mint?: string;
  /** After a mint. */
  minted?: { one: string; many(count: number): string };
  /** The gallery before the first mint, and the lists of stories before the first story. */
  noTokens?: string;
  noStories?: string;
}
