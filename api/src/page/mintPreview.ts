import type { PagePreview } from "./pageHead.ts";
import { sitePreview } from "./sitePreview.ts";

/** Metadata of the mint page. */
export const mintPreview: PagePreview = {
  ...sitePreview,
  name: "Mint",
  description: "See what is for sale and at what price, and mint your own drifter.",
  path: "/mint",
};
