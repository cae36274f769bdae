/** Facts about a collection that the software uses: `collection/collection.config.ts`. */
export interface CollectionConfig {
  /** Name of the collection, as in the contract. */
  name: string;
  /** Lowercase noun for a token. */
  noun: { one: string; many: string };
  /** Name of the contract in `contracts/`, of its payable mint, and of the view of its price. */
  contract: string;
  mintFunction: string;
  priceFunction: string;
  /**
   * Source of the local world's art. Drawn: `collection/art/artwork.ts` draws every token. Folder: `collection/art/`
   * has `metadata/ID.json`, `images/ID.jpg` and `images/full/ID.jpg`.
   */
  art: "drawn" | "folder";
  /** Type of the trait whose values have colors in `road.css`, for the sky behind the portrait. */
  skyTrait?: string;
  /** Sentence for search engines, link previews and marketplaces. */
  tagline: string;
  /** Operator of the site and its contact, an https or mailto URL. The About page shows both. */
  team?: { name: string; contact?: string };
  /**
   * Colors of the browser's frame and of stories' cards: `--color-page` of `theme.css` in both schemes, and the accent
   * on a card, by default its text's color.
   */
  themeColors: { dark: string; light: string; accent?: string };
}

/** Sentences in the collection's own voice (`collection/voice.ts`); missing ones have a plain default. */
export interface CollectionVoice {
  /** Title and text of the page for an unknown URL. */
  unknownPage?: { title: string; text: string };
  /** Title of the replacement for a page that throws. */
  brokenPage?: string;
  /** Link to the home page on both pages. */
  home?: string;
  /** Sentence at the top of the mint page. */
  mint?: string;
  /** Sentence after a mint. */
  minted?: { one: string; many(count: number): string };
  /** Sentence in the gallery before the first mint, and in story lists before the first story. */
  noTokens?: string;
  noStories?: string;
}
