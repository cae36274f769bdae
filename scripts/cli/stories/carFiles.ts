import { hash } from "node:crypto";
import { posix } from "node:path";
import { SourceError } from "../../shared/servedReceipts.ts";
import { type CarReader, type Cid, type Ipfs, loadIpfs } from "./ipfs.ts";
import { copyByReading, type SiteFiles } from "./siteFiles.ts";

/** Code of SHA-256 in a multihash. */
const sha256Code = 0x12;

/** Codes of the codecs of UnixFS: raw and DAG-PB. */
const codecs: readonly number[] = [0x55, 0x70];

/**
 * Opens the files of the directory that is the root of a CAR. All of its blocks are checked against their CIDs first.
 *
 * @param place names it in errors.
 * @throws {SourceError} if it is truncated or was changed.
 */
export async function openCar(path: string, place = path): Promise<SiteFiles> {
  const ipfs = await loadIpfs();
  await using opened = new AsyncDisposableStack();
  try {
    const reader = opened.adopt(await ipfs.CarIndexedReader.fromFile(path), (opened) =>
      opened.close(),
    );
    const [root, ...others] = await reader.getRoots();
    if (root === undefined || others.length > 0) {
      throw new SourceError(`${place} has to have one root: it is not a book.`);
    }
    assertCodec(place, root);
    for await (const { cid, bytes } of reader.blocks()) assertUnchanged(place, cid, bytes);
    const directory = new CarDirectory(reader, root, place, ipfs);
    const open = opened.move();
    const read = (file: string) => directory.read(file);
    return {
      read,
      copy: (file, target) => copyByReading({ read }, file, target),
      close: () => open.disposeAsync(),
    };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof SourceError || "syscall" in error)
      throw error;
    throw new SourceError(`${place} is truncated, or not a CAR: ${error.message}.`);
  }
}

function assertUnchanged(place: string, cid: Cid, bytes: Uint8Array): void {
  assertCodec(place, cid);
  const { code, digest } = cid.multihash;
  if (code === sha256Code && hash("sha256", bytes, "buffer").equals(digest)) return;
  throw new SourceError(
    `${place} was changed after it was written: its block ${cid} has another hash.`,
  );
}

/** The hash does not cover the codec, which one changed bit may make another one. */
function assertCodec(place: string, cid: Cid): void {
  if (codecs.includes(cid.code)) return;
  throw new SourceError(`${place} was changed after it was written: ${cid} is not of a file.`);
}

/** The directory at the root of a CAR. Each directory in it is decoded once. */
class CarDirectory {
  readonly #blocks: { get(cid: Cid): AsyncGenerator<Uint8Array> };
  readonly #root: Cid;
  readonly #exporter: Ipfs["exporter"];
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, Cid>>>();

  constructor(reader: CarReader, root: Cid, place: string, { exporter }: Pick<Ipfs, "exporter">) {
    this.#exporter = exporter;
    this.#root = root;
    this.#blocks = {
      async *get(cid) {
        const block = await reader.get(cid);
        if (block === undefined) throw new SourceError(`${place} lacks the block ${cid}.`);
        yield block.bytes;
      },
    };
  }

  /** Reads a file; undefined if there is none. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const cid = await this.#find(path);
    const entry = cid && (await this.#exporter(cid, this.#blocks));
    if (entry?.type !== "file" && entry?.type !== "raw") return undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry.content()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async #find(path: string): Promise<Cid | undefined> {
    if (path === ".") return this.#root;
    const folder = posix.dirname(path);
    const names = this.#folders.get(folder) ?? this.#list(folder);
    this.#folders.set(folder, names);
    return (await names).get(posix.basename(path));
  }

  async #list(folder: string): Promise<ReadonlyMap<string, Cid>> {
    const names = new Map<string, Cid>();
    const cid = await this.#find(folder);
    const entry = cid && (await this.#exporter(cid, this.#blocks));
    if (entry?.type !== "directory") return names;
    for await (const { name, cid } of entry.entries()) names.set(name, cid);
    return names;
  }
}
