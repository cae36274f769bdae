import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { type Cid, loadIpfs } from "../ipfs.ts";

/**
 * Layout by which the same files have the same CID: `unixfs-v1-2025` of IPIP-499 (CIDv1, SHA-256, raw leaves, chunks of
 * 1 MiB, balanced trees of up to 1,024 links a node, directories above 256 KiB as a HAMT of 256 links a node). One block
 * after the other, so that the same files in the same order give the same CAR.
 */
const layout = {
  profile: "unixfs-v1-2025",
  wrapWithDirectory: true,
  fileImportConcurrency: 1,
  blockWriteConcurrency: 1,
} as const;

/** As long as the root's CID, which replaces it in the header once it is known: CIDv1, raw, SHA-256. */
const placeholder = Uint8Array.of(0x01, 0x55, 0x12, 32, ...new Uint8Array(32));

const bufferBytes = 1024 ** 2;

/**
 * Writes a CAR (version 1) whose root is the directory of the files. Each block is in it once.
 *
 * @param path of a file that does not exist yet.
 * @returns the root's CID.
 */
export async function writeCar(
  path: string,
  files: AsyncIterable<{ path: string; content: Uint8Array }>,
): Promise<Cid> {
  const { CID, CarWriter, importer } = await loadIpfs();
  const { writer, out } = CarWriter.create([CID.decode(placeholder)]);
  const writing = writeChunks(path, out);
  const known = new Set<string>();
  const blocks = {
    async put(cid: Cid, bytes: Uint8Array) {
      if (writing.failure) throw writing.failure;
      // Shorter than the CID as text, which the CID would keep too.
      const { buffer, byteOffset, byteLength } = cid.bytes;
      const key = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
      if (known.has(key)) return cid;
      known.add(key);
      await writer.put({ cid, bytes });
      return cid;
    },
  };
  let root: Cid | undefined;
  try {
    for await (const entry of importer(files, blocks, layout)) root = entry.cid;
  } finally {
    await writer.close();
    await writing.end;
  }
  if (root === undefined) throw new Error("A CAR needs a file.");
  await using file = await open(path, "r+");
  await CarWriter.updateRootsInFile(file, [root]);
  await file.sync();
  return root;
}

/**
 * Writes all chunks to a new file. After a failure, it takes the rest without writing it, so that nobody waits for it
 * to take one.
 *
 * @returns the first failure so far, and a promise that fulfils when all is written.
 */
function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>) {
  const file = createWriteStream(path, { flags: "wx", highWaterMark: bufferBytes });
  const write = async () => {
    for await (const chunk of chunks) {
      if (file.errored || file.write(chunk)) continue;
      await once(file, "drain").catch(() => undefined);
    }
    file.end();
    await finished(file);
  };
  // Without a listener, a failure between two chunks would end the process.
  file.on("error", () => undefined);
  return {
    end: write(),
    get failure() {
      return file.errored;
    },
  };
}
