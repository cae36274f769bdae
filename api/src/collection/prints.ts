import { apiPaths, webpPortraits } from "#protocol/paths";
import type { CollectionPath } from "./collection.ts";
import { unusable } from "./remoteFiles.ts";
import { createTurns } from "./turns.ts";

/** Media types of pictures that are shown. SVG is not among them: it may contain scripts. */
export const pictureTypes = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
] as const;

type PicturePath = Exclude<CollectionPath, typeof apiPaths.metadata>;

/** How a picture is converted for a path. */
interface Print {
  format: "jpeg" | "webp";
  quality: number;
  /** Longest side in pixels. */
  side: number;
  /** Whether the edges are cut off, so that it becomes a square. */
  isSquare: boolean;
}

const webp = (side: number): Print => ({ format: "webp", quality: 72, side, isSquare: true });

const prints: Record<PicturePath, Print> = {
  [apiPaths.portrait]: { format: "jpeg", quality: 82, side: 480, isSquare: true },
  [apiPaths.fullPortrait]: { format: "jpeg", quality: 88, side: 2_048, isSquare: false },
  [webpPortraits[160]]: webp(160),
  [webpPortraits[320]]: webp(320),
  [webpPortraits[480]]: webp(480),
};

/** A picture of more pixels is not decoded. */
const mostPixels = 64e6;
const longestSeconds = 15;

/** Decoding takes memory: 4 bytes a pixel. */
const inTurn = createTurns(2);

/** Media type of the pictures at a path. */
export function mediaTypeAt(path: PicturePath): string {
  return `image/${prints[path].format}`;
}

/**
 * Converts a picture for a path.
 *
 * @throws {ApiError} `collection.unusable`
 */
export function printPicture(original: Buffer, path: PicturePath): Promise<Buffer> {
  const { format, quality, side, isSquare } = prints[path];
  if (!isRaster(original)) throw unusable("a picture is not a JPEG, PNG, WebP, GIF or AVIF");
  return inTurn(async () => {
    // Loaded only for collections elsewhere: it is 20 MB of native code.
    const { default: sharp } = await import("sharp");
    try {
      const picture = sharp(original, { limitInputPixels: mostPixels, failOn: "error" })
        .timeout({ seconds: longestSeconds })
        .autoOrient()
        .resize(side, side, isSquare ? {} : { fit: "inside", withoutEnlargement: true });
      const opaque = format === "jpeg" ? picture.flatten({ background: "white" }) : picture;
      return await opaque.toFormat(format, { quality }).toBuffer();
    } catch {
      throw unusable("a picture is damaged or too large");
    }
  });
}

/** Whether the first bytes are those of one of `pictureTypes`, whatever type the server names. */
function isRaster(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 12);
  return /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s.test(start);
}
