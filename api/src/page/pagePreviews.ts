import { type PagePreview, productName } from "./pageHead.ts";

/** Title and description of the home page, the same as in the app's `index.html`. */
export const sitePreview: PagePreview = {
  type: "website",
  description: "Look up a drifter, read its story, and write it if you own it.",
  path: "/",
  picture: {
    path: "/preview.jpg",
    size: { width: 1200, height: 630 },
    alt: `${productName}: a lone figure crosses the dunes before a low sun.`,
    shape: "wide",
  },
};

const { path: _, ...site } = sitePreview;

/** Metadata of the pages that are the same for all visitors. */
export const pagePreviews = {
  home: { ...sitePreview, feed: { title: "Stories", path: "/feed" } },
  gallery: {
    ...sitePreview,
    name: "Drifters",
    description: "All minted drifters, by trait, phase and story.",
    path: "/drifters",
  },
  stories: {
    ...sitePreview,
    name: "Stories",
    description: "The stories that owners have written for their drifters, newest first.",
    path: "/stories",
    feed: { title: "Stories", path: "/feed" },
  },
  about: {
    ...sitePreview,
    name: "About",
    description: "The contract, chain, licence and source code behind the site.",
    path: "/about",
  },
  mint: {
    ...sitePreview,
    name: "Mint",
    description: "See what is for sale and at what price, and mint your own drifter.",
    path: "/mint",
  },
  /** A tool of the owner, so search engines do not index it. */
  phases: {
    ...site,
    name: "Phases",
    description: "Plan which drifters are sold in which phase, and simulate changes.",
  },
} as const satisfies Record<string, PagePreview>;
