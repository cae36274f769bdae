import type { Sharp } from "sharp";
import { apiPaths, webpPortraits } from "#protocol/wire/paths";
import type { CollectionPath } from "./collection.ts";
import { unusable } from "./remoteFiles.ts";

/** First bytes of the supported image formats, regardless of the server's media type. */
const rasterStart = /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s;
/** Maximum number of pixels; larger images are not decoded. */
const maxPixels = 64e6;
const maxSeconds = 15;

/** Conversion of an image for each path. */
const prints: readonly [CollectionPath, (picture: Sharp) => Sharp][] = [
  [apiPaths.portrait, (picture) => opaque(picture.resize(480, 480)).jpeg({ quality: 82 })],
  [
    apiPaths.fullPortrait,
    (picture) =>
      opaque(picture.resize(2_048, 2_048, { fit: "inside", withoutEnlargement: true })).jpeg({
        quality: 88,
      }),
  ],
  ...Object.entries(webpPortraits).map(
    ([width, path]): [CollectionPath, (picture: Sharp) => Sharp] => [
      path,
      (picture) => picture.resize(Number(width), Number(width)).webp({ quality: 72 }),
    ],
  ),
];

function opaque(picture: Sharp): Sharp {
  return picture.flatten({ background: "white" });
}

/**
 * Converts an image for each path of a portrait, one at a time.
 *
 * @throws {ApiError} `collection.unusable`
 */
export async function* convertPicture(original: Buffer): AsyncGenerator<[CollectionPath, Buffer]> {
  if (!rasterStart.test(original.toString("latin1", 0, 12))) {
    throw unusable("a picture is not a JPEG, PNG, WebP, GIF or AVIF");
  }
  // Loaded only for remote collections: it is 20 MB of native code.
  const { default: sharp } = await import("sharp");
  for (const [path, convert] of prints) {
    const picture = sharp(original, { limitInputPixels: maxPixels, failOn: "error" });
    const content = await convert(picture.timeout({ seconds: maxSeconds }).autoOrient())
      .toBuffer()
      .catch(() => {
        throw unusable("a picture is damaged or too large");
      });
    yield [path, content];
  }
}
