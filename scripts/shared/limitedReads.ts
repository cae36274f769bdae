/** Thrown when a source has no receipts in a supported format, or cannot be read. */
export class SourceError extends Error {
  override name = "SourceError";
}

const mebibyte = 1024 ** 2;

/** Maximum size of a response of a service, decoded, and of a file with one; as an object it takes 13 times as much. */
const maxResponseBytes = 8 * mebibyte;
/** Maximum size of a line of an archive. A receipt with the largest text and signature has under half of it. */
export const maxLineBytes = mebibyte;
/** Maximum size of a portrait or its metadata. */
export const maxPortraitBytes = 16 * mebibyte;
/** Maximum number of receipts of a source: 50 for each of 10,000 drifters. */
const maxReceipts = 500_000;

/**
 * Passes bytes on up to a limit.
 *
 * @param location names the file or response in the error.
 * @throws {SourceError} if there are more.
 */
export async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  location: string | URL,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new SourceError(`${location} is larger than ${maxBytes / mebibyte} MB, the maximum.`);
    }
    yield chunk;
  }
}

/** Reads a response or a file with one. @throws {SourceError} with more than `maxResponseBytes`. */
export async function readResponse(
  source: AsyncIterable<Uint8Array>,
  location: string | URL,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(source, maxResponseBytes, location)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const [quote, backslash, comma, space = 0] = Buffer.from('"\\, ');
const [opening, closing] = [Buffer.from("[{"), Buffer.from("]}")];

/**
 * Parses the items of a JSON array, or the one other value, one after the other: as objects, small values take 20 times
 * their bytes.
 *
 * @throws {SyntaxError} also for an item of more than `maxLineBytes`.
 */
export function* parseItems(json: Buffer): Generator<unknown> {
  const first = json.findIndex((byte) => byte > space);
  if (json[first] !== opening[0]) return yield parseItem(json);
  let [depth, start, isInText] = [0, first + 1, false];
  for (let index = first; index < json.length && (index === first || depth > 0); index += 1) {
    const byte = json[index] ?? space;
    if (isInText && byte === backslash) index += 1;
    else if (byte === quote) isInText = !isInText;
    if (isInText) continue;
    const isEnd = depth === 1 && closing.includes(byte);
    if (isEnd || (depth === 1 && byte === comma)) {
      const item = json.subarray(start, index);
      const isEmptyList = isEnd && start === first + 1 && item.every((each) => each <= space);
      if (!isEmptyList) yield parseItem(item);
      start = index + 1;
    }
    if (opening.includes(byte)) depth += 1;
    else if (closing.includes(byte)) depth -= 1;
  }
  if (depth > 0 || json.subarray(start).some((byte) => byte > space)) {
    throw new SyntaxError("The array has no end, or something follows it.");
  }
}

function parseItem(json: Buffer): unknown {
  if (json.length > maxLineBytes) throw new SyntaxError("An item is too large.");
  return JSON.parse(json.toString());
}

/** Passes receipts on up to `maxReceipts`. @throws {SourceError} if there are more. */
export async function* limitReceipts<Receipt>(
  receipts: AsyncIterable<Receipt>,
  location: string,
): AsyncGenerator<Receipt> {
  let count = 0;
  for await (const receipt of receipts) {
    count += 1;
    if (count > maxReceipts) {
      throw new SourceError(`${location} has more than ${maxReceipts} receipts, the maximum.`);
    }
    yield receipt;
  }
}
