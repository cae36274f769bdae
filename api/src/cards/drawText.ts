import { escapeHtml } from "#protocol/values/escapeHtml";
import { shorten } from "../narratives/text.ts";
import { loadSharp } from "./loadSharp.ts";

interface TextOptions {
  font: "display" | "text" | "italic";
  /** Sizes in pixels, largest first: the first one at which the text is not too high is used. */
  sizes: readonly number[];
  color: string;
  /** Percent; 100 by default. */
  opacity?: number;
  /** Maximum width and height in pixels. */
  width: number;
  height: number;
}

/** A text's image, without empty margins; a text without visible characters has no content. */
export interface TextImage {
  content: Buffer | undefined;
  width: number;
  height: number;
}

/** Maximum length in graphemes, which limits drawing time. */
const maxLength = 240;

/** Families for the scripts that the first families lack: Arabic, Hebrew, Korean, emoji. */
const otherFamilies = "Amiri,Frank Ruhl Libre,Song Myung,Noto Emoji";
/** Families for Chinese characters, whose shapes differ between the languages. */
const [japanese, chinese] = ["Hina Mincho", "ZCOOL XiaoWei"];

/** Formats a font in Pango's syntax, without size. */
function formatFont(font: TextOptions["font"], text: string): string {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const han = isJapanese ? [japanese, chinese] : [chinese, japanese];
  const families = ["Alegreya", ...han, otherFamilies].join(",");
  if (font === "display") return `Big Shoulders Display,${families} Ultra-Bold`;
  return font === "italic" ? `${families} Italic` : families;
}

const startsRightToLeft =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns whether a text's first letter is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return startsRightToLeft.test(text);
}

/** Draws a text in lines; a text that is too high even at the smallest size is shortened. */
export async function drawText(text: string, options: TextOptions): Promise<TextImage> {
  const { sizes, height } = options;
  let line = shorten(text, maxLength);
  let length = maxLength;
  for (let attempt = 0; ; attempt += 1) {
    const image = await drawLines(line, sizes[attempt] ?? sizes.at(-1) ?? height, options);
    if (image.content === undefined || image.height <= height) return image;
    if (attempt < sizes.length - 1) continue;
    // Marks above or below a line may still exceed the height.
    if (length <= 10) return { content: undefined, width: 0, height: 0 };
    length = Math.floor(Math.min(length, line.length) * Math.min(0.9, height / image.height));
    line = shorten(text, length);
  }
}

/** Draws a line of text, wrapped at the width. */
async function drawLines(
  line: string,
  size: number,
  { font, color, opacity = 100, width }: TextOptions,
): Promise<TextImage> {
  const sharp = await loadSharp();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}" fgalpha="${opacity}%">${escapeHtml(line)}</span>`,
      font: `${formatFont(font, line)} ${size}`,
      ...{ width, rgba: true, dpi: 72, wrap: "word-char" },
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(ifInvisible);
  const { height } = info;
  if (data === undefined || info.width <= width)
    return { content: data, width: info.width, height };
  // A glyph may extend beyond the width.
  const content = await sharp(data).extract({ left: 0, top: 0, width, height }).toBuffer();
  return { content, width, height };
}

/** Returns an empty image for a text without visible characters. */
function ifInvisible(error: Error) {
  if (!error.message.includes("no text to render")) throw error;
  return { data: undefined, info: { width: 0, height: 0 } };
}
