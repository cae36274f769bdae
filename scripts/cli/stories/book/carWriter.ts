import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { posix } from "node:path";
import { type Cid, type Imported, type Ipfs, loadIpfs } from "../ipfs.ts";

/** A file: its content, or where it is on the disk. */
type CarFile = { content: Uint8Array } | { source: string };

/** A file or folder in its folder. */
interface Link {
  name: string;
  /** See `keyOf`. */
  key: string;
  /** Bytes of all blocks below. */
  size: bigint;
}

/**
 * Layout by which the same files have the same CID: `unixfs-v1-2025` of IPIP-499 (CIDv1, SHA-256, raw leaves, chunks of
 * 1 MiB, balanced trees of up to 1,024 links a node, directories above 256 KiB as a HAMT of 256 links a node). One block
 * after the other, so that the same files in the same order give the same CAR, and so that all share one buffer.
 */
const layout = {
  profile: "unixfs-v1-2025",
  fileImportConcurrency: 1,
  blockWriteConcurrency: 1,
} as const;

const chunkBytes = 1024 ** 2;

/** As long as the root's CID, which replaces it in the header once it is known: CIDv1, raw, SHA-256. */
const placeholder = Uint8Array.of(0x01, 0x55, 0x12, 32, ...new Uint8Array(32));

/**
 * Writes a CAR (version 1) whose root is the directory of the files. Each block is in it once. Files are read and
 * written synchronously and through the same memory: gigabytes of buffers would occupy the garbage collector.
 */
export class CarWriter {
  readonly #path: string;
  readonly #ipfs: Ipfs;
  readonly #file: number;
  readonly #encoder: ReturnType<Ipfs["createEncoder"]>;
  readonly #folders = new Map<string, Link[]>();
  readonly #known = new Set<string>();
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  /** Bytes that are not written yet. */
  readonly #waiting = Buffer.allocUnsafeSlow(chunkBytes);
  #waitingBytes = 0;

  private constructor(path: string, ipfs: Ipfs) {
    this.#path = path;
    this.#ipfs = ipfs;
    this.#file = openSync(path, "wx");
    this.#encoder = ipfs.createEncoder({ write: async (bytes) => this.#append(bytes) });
  }

  /** @param path of a file that does not exist yet. */
  static async create(path: string): Promise<CarWriter> {
    const ipfs = await loadIpfs();
    const writer = new CarWriter(path, ipfs);
    await writer.#encoder.setRoots([ipfs.CID.decode(placeholder)]);
    return writer;
  }

  /** Adds a file, one after the other. @param path in the directory. */
  async add(path: string, file: CarFile): Promise<void> {
    const content = "content" in file ? file.content : chunksOf(file.source, this.#chunk);
    this.#link(path, await this.#ipfs.importFile({ content }, this, layout));
  }

  /** Writes the directories and the rest. @returns the root's CID. */
  async finish(): Promise<Cid> {
    // Each folder comes after those in it, as it has their CIDs.
    const folders = [...this.#folders.keys()].sort((a, b) => depthOf(b) - depthOf(a));
    for (const folder of folders) {
      if (folder !== ".") this.#link(folder, await this.#importFolder(folder));
    }
    const { cid } = await this.#importFolder(".");
    this.#flush();
    await using file = await open(this.#path, "r+");
    await this.#ipfs.CarWriter.updateRootsInFile(file, [cid]);
    await file.sync();
    return cid;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Adds a block; called by the importer. */
  async put(cid: Cid, bytes: Uint8Array): Promise<Cid> {
    const key = keyOf(cid);
    if (this.#known.has(key)) return cid;
    this.#known.add(key);
    await this.#encoder.writeBlock({ cid, bytes });
    return cid;
  }

  /** Notes a file or folder in its folder, which is made known to the folders above. */
  #link(path: string, { cid, size }: Imported): void {
    this.#folder(posix.dirname(path)).push({ name: posix.basename(path), key: keyOf(cid), size });
  }

  #folder(path: string): Link[] {
    const known = this.#folders.get(path);
    if (known) return known;
    const links: Link[] = [];
    this.#folders.set(path, links);
    if (path !== ".") this.#folder(posix.dirname(path));
    return links;
  }

  async #importFolder(path: string): Promise<Imported> {
    const links = this.#folder(path);
    const { CID, importer } = this.#ipfs;
    async function* dagBuilder() {
      for (const { name, key, size } of links) {
        const cid = CID.decode(Buffer.from(key, "latin1"));
        yield async () => ({ path: name, cid, size });
      }
    }
    const options = { ...layout, wrapWithDirectory: true, dagBuilder };
    let folder: Imported | undefined;
    for await (const imported of importer([], this, options)) folder = imported;
    if (folder === undefined) throw new Error("A CAR needs a file.");
    return folder;
  }

  /** Takes a copy of the bytes. */
  #append(bytes: Uint8Array): void {
    if (this.#waitingBytes + bytes.length > this.#waiting.length) this.#flush();
    if (bytes.length > this.#waiting.length) {
      this.#write(bytes);
      return;
    }
    this.#waiting.set(bytes, this.#waitingBytes);
    this.#waitingBytes += bytes.length;
  }

  #flush(): void {
    const waiting = this.#waiting.subarray(0, this.#waitingBytes);
    this.#waitingBytes = 0;
    this.#write(waiting);
  }

  #write(bytes: Uint8Array): void {
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#file, bytes, written);
  }
}

/** A CID as a text of a character a byte, which takes less memory than the CID. */
function keyOf({ bytes: { buffer, byteOffset, byteLength } }: Cid): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

function depthOf(folder: string): number {
  return folder.split("/").length;
}

/** Yields a file's content in pieces of a chunk, the last of which may be shorter. All are in the same buffer. */
function* chunksOf(source: string, buffer: Buffer): Generator<Uint8Array> {
  const file = openSync(source);
  try {
    let filled: number;
    do {
      filled = fill(buffer, file);
      yield buffer.subarray(0, filled);
    } while (filled === buffer.length);
  } finally {
    closeSync(file);
  }
}

/** Reads until the buffer is full or the file ends. @returns the number of bytes. */
function fill(buffer: Buffer, file: number): number {
  let filled = 0;
  let read: number;
  do {
    read = readSync(file, buffer, filled, buffer.length - filled, null);
    filled += read;
  } while (read > 0 && filled < buffer.length);
  return filled;
}
