import type { Sharp } from "sharp";
import { apiPaths, webpPortraits } from "#protocol/wire/paths";
import type { CollectionPath } from "./collection.ts";
import { unusable } from "./remoteFiles.ts";

/** Magic bytes of the supported image formats, checked regardless of the server's media type. */
const rasterStart = /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s;
/** Maximum number of pixels; larger images are not decoded. */
const maxPixels = 64e6;
const maxSeconds = 15;

/** How to convert an image for each path. */
const conversions: readonly [CollectionPath, (image: Sharp) => Sharp][] = [
  [apiPaths.portrait, (image) => opaque(image.resize(480, 480)).jpeg({ quality: 82 })],
  [
    apiPaths.fullPortrait,
    (image) =>
      opaque(image.resize(2_048, 2_048, { fit: "inside", withoutEnlargement: true })).jpeg({
        quality: 88,
      }),
  ],
  ...Object.entries(webpPortraits).map(
    ([width, path]): [CollectionPath, (image: Sharp) => Sharp] => [
      path,
      (image) => image.resize(Number(width), Number(width)).webp({ quality: 72 }),
    ],
  ),
];

function opaque(image: Sharp): Sharp {
  return image.flatten({ background: "white" });
}

/**
 * Converts an image for each portrait path, one at a time.
 *
 * @throws {ApiError} `collection.unusable`
 */
export async function* convertImage(original: Buffer): AsyncGenerator<[CollectionPath, Buffer]> {
  if (!rasterStart.test(original.toString("latin1", 0, 12))) {
    throw unusable("an image is not a JPEG, PNG, WebP, GIF or AVIF");
  }
  // Loaded only for remote collections, because sharp is 20 MB of native code.
  const { default: sharp } = await import("sharp");
  for (const [path, convert] of conversions) {
    const image = sharp(original, { limitInputPixels: maxPixels, failOn: "error" });
    const content = await convert(image.timeout({ seconds: maxSeconds }).autoOrient())
      .toBuffer()
      .catch(() => {
        throw unusable("an image is corrupt or too large");
      });
    yield [path, content];
  }
}
