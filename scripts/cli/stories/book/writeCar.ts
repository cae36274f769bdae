import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CarWriter } from "@ipld/car/writer";
import { importer } from "ipfs-unixfs-importer";
import { CID } from "multiformats/cid";
import { code as rawCode } from "multiformats/codecs/raw";
import { create as createDigest } from "multiformats/hashes/digest";

/**
 * Layout by which the same files have the same CID: `unixfs-v1-2025` of IPIP-499 (CIDv1, SHA-256, raw leaves, chunks of
 * 1 MiB, balanced trees of up to 1,024 links a node, directories above 256 KiB as a HAMT of 256 links a node). One block
 * after the other, so that their order in the CAR is the same too.
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

interface CarInput {
  folder: string;
  /** Paths of the files in the folder, sorted. */
  paths: readonly string[];
  /** Called after each file. */
  onFile: () => void;
}

/**
 * Writes files as a CAR (version 1), whose root is the directory with them. Each block is in it once.
 *
 * @returns the root's CID.
 */
export async function writeCar(target: string, { folder, paths, onFile }: CarInput): Promise<CID> {
  const { writer, out } = CarWriter.create([placeholder]);
  await using file = await open(target, "wx+");
  const written = writeAll(file, out);
  // Awaited below; a failure of it ends the puts too.
  written.catch(() => undefined);
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
  async function* files() {
    for (const path of paths) {
      yield { path, content: await readFile(join(folder, path)) };
      onFile();
    }
  }
  let root: CID | undefined;
  for await (const entry of importer(files(), blocks, layout)) root = entry.cid;
  await writer.close();
  await written;
  if (root === undefined) throw new Error("A book has files.");
  await CarWriter.updateRootsInFile(file, [root]);
  await file.sync();
  return root;
}

async function writeAll(
  file: { writeFile(bytes: Uint8Array): Promise<unknown> },
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of chunks) await file.writeFile(chunk);
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
