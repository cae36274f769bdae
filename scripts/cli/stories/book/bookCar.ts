import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CarWriter } from "@ipld/car/writer";
import { importer } from "ipfs-unixfs-importer";
import { CID } from "multiformats/cid";
import { code as rawCode } from "multiformats/codecs/raw";
import { create as createDigest } from "multiformats/hashes/digest";

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

const sha256Code = 0x12;

/** As long as the root's CID, which replaces it in the header once it is known. */
const placeholder = CID.createV1(rawCode, createDigest(sha256Code, new Uint8Array(32)));

/** Files that wait until they are hashed. */
const mostWaiting = 8;
const bufferBytes = 4 * 1024 ** 2;

/** A CAR (version 1) that is being written: its root is the directory of the added files; each block is in it once. */
export class BookCar {
  readonly #path: string;
  readonly #files = new PassThrough({ objectMode: true, highWaterMark: mostWaiting });
  readonly #root: Promise<CID>;

  constructor(path: string) {
    this.#path = path;
    this.#root = writeBlocks(path, this.#files);
    // `add` and `finish` throw it.
    this.#root.catch((error) => this.#files.destroy(error));
    this.#files.on("error", () => undefined);
  }

  /** Adds a file; files are hashed in the order of the calls. */
  async add(path: string, content: Uint8Array): Promise<void> {
    if (this.#files.destroyed) await this.#root;
    if (this.#files.write({ path, content })) return;
    await Promise.race([once(this.#files, "drain"), this.#root]);
  }

  /** Ends the CAR. @returns the root's CID. */
  async finish(): Promise<CID> {
    this.#files.end();
    const root = await this.#root;
    await using file = await open(this.#path, "r+");
    await CarWriter.updateRootsInFile(file, [root]);
    await file.sync();
    return root;
  }

  /** Ends the writing of a CAR that is not wanted any more. */
  async abandon(): Promise<void> {
    this.#files.destroy(new Error("The book was not finished."));
    await this.#root.catch(() => undefined);
  }
}

async function writeBlocks(path: string, files: Readable): Promise<CID> {
  const { writer, out } = CarWriter.create([placeholder]);
  const stream = createWriteStream(path, { flags: "wx", highWaterMark: bufferBytes });
  const written = pipeline(Readable.from(out, { highWaterMark: 64 }), stream);
  // Nothing may be left to write that would notice it.
  written.catch((error) => files.destroy(error));
  const known = new Set<string>();
  const blocks = {
    async put(cid: CID, bytes: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
      const key = cid.toString();
      if (known.has(key)) return cid;
      known.add(key);
      const whole = bytes instanceof Uint8Array ? bytes : await collect(bytes);
      await Promise.race([writer.put({ cid, bytes: whole }), written]);
      return cid;
    },
  };
  try {
    let root: CID | undefined;
    for await (const entry of importer(files, blocks, layout)) root = entry.cid;
    await writer.close();
    await written;
    if (root === undefined) throw new Error("A CAR needs a file.");
    return root;
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
    // Throws it, or the failure of the writing that was before it.
    await written;
    throw error;
  }
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
