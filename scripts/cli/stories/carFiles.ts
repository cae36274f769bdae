import { hash } from "node:crypto";
import { CarIndexedReader } from "@ipld/car/indexed-reader";
import { exporter } from "ipfs-unixfs-exporter";
import type { CID } from "multiformats/cid";
import type { SiteFiles } from "./siteFiles.ts";
import { SourceError } from "./sourceError.ts";

/** Code of SHA-256 in a multihash. */
const sha256Code = 0x12;

/**
 * Opens the files of the directory that is the root of a CAR. All of its blocks are checked against their CIDs first.
 *
 * @throws {SourceError} if it is truncated or was changed.
 */
export async function openCar(path: string): Promise<SiteFiles> {
  await using opened = new AsyncDisposableStack();
  try {
    const reader = opened.adopt(await CarIndexedReader.fromFile(path), (reader) => reader.close());
    const [root, ...others] = await reader.getRoots();
    if (root === undefined || others.length > 0) {
      throw new SourceError(`${path} has to have one root: it is not a book.`);
    }
    for await (const { cid, bytes } of reader.blocks()) assertUnchanged(path, cid, bytes);
    const open = opened.move();
    return {
      read: (file) => readFrom(reader, root, path, file),
      close: () => open.disposeAsync(),
    };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof SourceError || "syscall" in error)
      throw error;
    throw new SourceError(`${path} is truncated, or not a CAR: ${error.message}.`);
  }
}

function assertUnchanged(path: string, cid: CID, bytes: Uint8Array): void {
  const { code, digest } = cid.multihash;
  if (code === sha256Code && hash("sha256", bytes, "buffer").equals(digest)) return;
  throw new SourceError(
    `${path} was changed after it was written: its block ${cid} has another hash.`,
  );
}

async function readFrom(
  reader: CarIndexedReader,
  root: CID,
  path: string,
  file: string,
): Promise<Uint8Array | undefined> {
  const blocks = {
    async *get(cid: CID) {
      const block = await reader.get(cid);
      if (block === undefined) throw new SourceError(`${path} lacks the block ${cid}.`);
      yield block.bytes;
    },
  };
  const entry = await exporter(`${root}/${file}`, blocks).catch((error) => {
    if (error.name === "NotFoundError") return undefined;
    throw error;
  });
  if (entry?.type !== "file" && entry?.type !== "raw") return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
