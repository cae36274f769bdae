/** Reads a response body; if it exceeds the limit, throws `tooLarge()` and closes the connection. */
export function readResponse(response: Response, maxBytes: number, tooLarge: () => Error) {
  return collectBytes(response.body ?? [], maxBytes, tooLarge);
}

/** Reads all bytes; throws `tooLarge()` if they exceed the limit. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    read.push(chunk);
  }
  return Buffer.concat(read);
}
