/** Reads the body of a response; with more bytes, throws `tooLarge()` and closes the connection. */
export async function readResponse(
  response: Response,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
  }
  return Buffer.concat(chunks);
}
