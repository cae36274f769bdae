import { createReadStream } from "node:fs";

const lineFeed = 0x0a;

/** Yields the lines of a file as bytes, each with its line feed. Other separators such as U+2028 do not end a line. */
export async function* readLines(path: string): AsyncIterable<Buffer> {
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream(path)) {
    // Safety: a stream without an encoding yields buffers.
    const bytes = chunk as Buffer;
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      yield Buffer.concat([...pieces, bytes.subarray(start, end + 1)]);
      pieces = [];
      start = end + 1;
    }
    pieces.push(bytes.subarray(start));
  }
  const last = Buffer.concat(pieces);
  if (last.length > 0) yield last;
}
