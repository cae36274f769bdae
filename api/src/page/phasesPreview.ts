import type { PagePreview } from "./pageHead.ts";
import { sitePreview } from "./sitePreview.ts";

const { path: _, ...site } = sitePreview;

/** What the page that plans phases says about itself: a tool of the owner's, so nothing to search for. */
export const phasesPreview: PagePreview = {
  ...site,
  name: "Phases",
  description: "Which drifters are sold in which phase, and what a change of that would come to.",
};
