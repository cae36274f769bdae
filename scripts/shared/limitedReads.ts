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
export const maxReceipts = 500_000;

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

/** Reads bytes as JSON. @throws {SourceError} with more than `maxResponseBytes`. @throws {SyntaxError} */
export async function readJson(
  source: AsyncIterable<Uint8Array>,
  location: string | URL,
): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(source, maxResponseBytes, location)) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
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
