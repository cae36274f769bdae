import type { PagePreview } from "./pageHead.ts";
import { sitePreview } from "./sitePreview.ts";

const { path: _, ...site } = sitePreview;

/** Metadata of the phases page; it is a tool of the owner, so search engines do not index it. */
export const phasesPreview: PagePreview = {
  ...site,
  name: "Phases",
  description: "Plan which drifters are sold in which phase, and simulate changes.",
};
