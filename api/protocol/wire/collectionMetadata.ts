import { collectionConfig } from "#collection/collection.config.ts";

/**
 * Returns the collection's metadata in the marketplaces' format (ERC-7572), the content of `metadata/collection.json`.
 *
 * @param origin the site's origin; without it, URLs are relative to the site's root.
 */
export function collectionMetadata(origin = "") {
  return {
    name: collectionConfig.name,
    description: collectionConfig.tagline,
    image: `${origin}/favicon.svg`,
    banner_image: `${origin}/preview.jpg`,
    external_link: `${origin}/`,
  };
}
