import type { PagePreview } from "./pageHead.ts";
import { sitePreview } from "./sitePreview.ts";

/** Metadata of the mint page. */
export const mintPreview: PagePreview = {
  ...sitePreview,
  name: "Mint",
  description: "What is for sale now, at what price, and the way to a drifter of your own.",
  path: "/mint",
};
