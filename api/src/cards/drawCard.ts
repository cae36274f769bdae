import type { OverlayOptions } from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import type { CollectionConfig } from "#collection/collectionConfig.ts";
import { sealPath } from "#protocol/stories/seal";
import { ApiError } from "../base/apiError.ts";
import type { ImageSize } from "../collection/collection.ts";
import { drawText, isRightToLeft, type TextImage } from "./drawText.ts";
import { loadSharp } from "./loadSharp.ts";

/** What a story's card shows. */
export interface CardFacts {
  portrait: Buffer;
  /** Line above the name. */
  number: string;
  name: string;
  sentence: string;
  /** Line at the card's foot. */
  foot: string;
  /** SHA-256 of the text, whose seal is drawn. */
  hash: string;
}

/** Size of a large preview: https://ogp.me and X's `summary_large_image`. */
export const cardSize: ImageSize = { width: 1200, height: 630 };

const colors: CollectionConfig["themeColors"] = collectionConfig.themeColors;
const { dark: ground, light: text, accent = text } = colors;

/** Width of the portrait, which fills the card's height, and of its fading edge. */
const portraitWidth = cardSize.height;
const fadeWidth = 130;
/** The texts beside the portrait. */
const column = { left: 664, right: 1144, top: 58, bottom: 466 };
const width = column.right - column.left;
const seal = { left: 1032, top: 474, size: 112 };
/** Maximum number of pixels of a portrait; larger images are not decoded. */
const maxPixels = 64e6;
const maxSeconds = 10;

/**
 * Draws a story's card as a JPEG. Markup in the texts is shown as text.
 *
 * @throws {ApiError} `collection.unusable` if the portrait cannot be drawn.
 */
export async function drawCard(facts: CardFacts): Promise<Buffer> {
  const sharp = await loadSharp();
  const texts = await drawTexts(facts);
  return await sharp(facts.portrait, { limitInputPixels: maxPixels, failOn: "error" })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize(portraitWidth, cardSize.height)
    .flatten({ background: ground })
    .extend({ right: cardSize.width - portraitWidth, background: ground })
    .composite([{ input: Buffer.from(drawFrame(facts.hash)) }, ...texts])
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .toBuffer()
    .catch((cause: Error) => {
      throw new ApiError("collection.unusable", { cause });
    });
}

async function drawTexts({ number, name, sentence, foot }: CardFacts): Promise<OverlayOptions[]> {
  const style = { font: "display", color: text, width } as const;
  const [numberImage, nameImage, footImage] = await Promise.all([
    drawText(number.toUpperCase(), { ...style, color: accent, sizes: [26], height: 40 }),
    drawText(name, { ...style, sizes: [72, 60, 50, 42], height: 170 }),
    drawText(foot, {
      ...{ font: "text", color: text, opacity: 75, sizes: [25, 22, 19], height: 36 },
      width: seal.left - column.left - 16,
    }),
  ]);
  const nameTop = column.top + 46;
  const sentenceTop = nameTop + nameImage.height + 32;
  const sentenceImage = await drawText(sentence, {
    ...style,
    ...{ font: "italic", sizes: [46, 40, 35, 30, 26], height: column.bottom - sentenceTop },
  });
  const put = (image: TextImage, top: number, isRight: boolean) =>
    image.content === undefined
      ? []
      : [{ input: image.content, top, left: isRight ? column.right - image.width : column.left }];
  return [
    ...put(numberImage, column.top, isRightToLeft(name)),
    ...put(nameImage, nameTop, isRightToLeft(name)),
    ...put(sentenceImage, sentenceTop, isRightToLeft(sentence)),
    ...put(footImage, seal.top + seal.size - footImage.height - 8, false),
  ];
}

/** Draws what covers the portrait and the ground: the portrait's fading edge, and the seal. */
function drawFrame(hash: string): string {
  const stop = (offset: number) =>
    `<stop offset="${offset}" stop-color="${ground}" stop-opacity="${offset}"/>`;
  const { width, height } = cardSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<linearGradient id="fade">${stop(0)}${stop(1)}</linearGradient>
<rect x="${portraitWidth - fadeWidth}" width="${fadeWidth + 1}" height="${height}" fill="url(#fade)"/>
<path transform="translate(${seal.left} ${seal.top}) scale(${seal.size / 64})" fill="${accent}" fill-rule="evenodd" d="${sealPath(hash)}"/>
</svg>`;
}
