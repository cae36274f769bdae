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
