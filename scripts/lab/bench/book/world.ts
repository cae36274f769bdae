import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { createLogger } from "#service/server";
import { openStore } from "#service/stories";
import { createDrifter } from "../../../collection/drifter.ts";
import { standardSeed } from "../../../collection/generateCollection.ts";
import { metadataOf } from "../../../collection/metadata.ts";
import { prints } from "../../../collection/printPortrait.ts";
import { openPrintShelf } from "../../../collection/printShelf.ts";
import { portraits } from "../../../shared/cacheFolders.ts";
import { signedReceipts } from "./receipts.ts";

/** Portraits are painted for so many drifters; the others have them with other last bytes. */
const painted = 12;

/** Fills a store in a new folder. */
export async function fillStore(
  dataDir: string,
  receipts: AsyncIterable<NarrativeRecord>,
): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: undefined }, createLogger("silent"));
  try {
    await store.restore(receipts);
  } finally {
    await store.close();
  }
}

/** Fills a store and a collection with drifters 1 to `count`. */
export async function fillWorld(
  { dataDir, collectionDir }: { dataDir: string; collectionDir: string },
  count: number,
): Promise<void> {
  await fillStore(dataDir, signedReceipts(count));
  const shelf = await openPrintShelf(portraits);
  for (let id = 1; id <= count; id += 1) {
    const drifter = createDrifter(standardSeed, { id, phase: "Founders" });
    const sitter = createDrifter(standardSeed, { id: 1 + (id % painted), phase: "Founders" });
    const write = async (path: string, content: string | Uint8Array) => {
      const file = join(collectionDir, path.replace("/drifters/", ""));
      if (id === 1) await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    };
    await write(
      drifterPath(apiPaths.metadata, String(id)),
      JSON.stringify(metadataOf(drifter, "")),
    );
    const files = await shelf.take(sitter);
    for (const [index, { path }] of prints.entries()) {
      if (path !== apiPaths.portrait && path !== apiPaths.fullPortrait) continue;
      const picture = await readFile(files[index] ?? "");
      // Decoders ignore what follows the picture.
      await write(drifterPath(path, String(id)), Buffer.concat([picture, Buffer.from(String(id))]));
    }
  }
}
