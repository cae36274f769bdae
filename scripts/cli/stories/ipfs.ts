import type { FileHandle } from "node:fs/promises";

/** A content identifier. https://github.com/multiformats/cid */
export interface Cid {
  readonly bytes: Uint8Array;
  /** Of the codec of its block. */
  readonly code: number;
  readonly multihash: { readonly code: number; readonly digest: Uint8Array };
  toString(): string;
}

interface Block {
  cid: Cid;
  bytes: Uint8Array;
}

interface CarEncoder {
  setRoots(roots: Cid[]): Promise<void>;
  writeBlock(block: Block): Promise<void>;
}

/** An opened CAR with an index of its blocks. */
export interface CarReader {
  getRoots(): Promise<Cid[]>;
  blocks(): AsyncIterable<Block>;
  get(cid: Cid): Promise<Block | undefined>;
  close(): Promise<void>;
}

type UnixFsEntry =
  | { type: "file" | "raw"; content(): AsyncIterable<Uint8Array> }
  | { type: "directory"; entries(): AsyncIterable<{ name: string; cid: Cid }> }
  | { type: "object" | "identity" };

/** A file or directory whose blocks are written; its size is that of all of them. */
export interface Imported {
  cid: Cid;
  size: bigint;
}

interface Blockstore {
  put(cid: Cid, bytes: Uint8Array): Promise<Cid>;
}

type ImportOptions = Readonly<Record<string, unknown>>;

/** The functions of `@ipld/car`, `ipfs-unixfs-importer`, `ipfs-unixfs-exporter` and `multiformats` that books need. */
export interface Ipfs {
  CID: { decode(bytes: Uint8Array): Cid };
  createEncoder(target: { write(chunk: Uint8Array): Promise<void> }): CarEncoder;
  CarWriter: { updateRootsInFile(file: FileHandle, roots: Cid[]): Promise<void> };
  CarIndexedReader: { fromFile(path: string): Promise<CarReader> };
  importFile(
    file: { content: Uint8Array | Iterable<Uint8Array> },
    blocks: Blockstore,
    layout: ImportOptions,
  ): Promise<Imported>;
  /** Yields all that it imports, the directory of all last. */
  importer(
    files: Iterable<never>,
    blocks: Blockstore,
    options: ImportOptions,
  ): AsyncIterable<Imported>;
  exporter(cid: Cid, blocks: { get(cid: Cid): AsyncGenerator<Uint8Array> }): Promise<UnixFsEntry>;
}

/** Loads the packages, which only books need. */
export async function loadIpfs(): Promise<Ipfs> {
  const modules = await Promise.all([
    import("multiformats/cid"),
    // @ts-expect-error: the package does not export its encoder, which needs no file.
    import("../../../node_modules/@ipld/car/src/encoder.js"),
    import("@ipld/car/writer"),
    import("@ipld/car/indexed-reader"),
    import("ipfs-unixfs-importer"),
    import("ipfs-unixfs-exporter"),
  ]);
  // Safety: these are the versions in the lock file, and tests use each function.
  return Object.assign({}, ...modules) as unknown as Ipfs;
}
