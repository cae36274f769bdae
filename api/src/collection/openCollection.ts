import { createHash } from "node:crypto";
import { access, constants, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { folderMode } from "../files/durableFile.ts";
import type { Settings } from "../settings/settings.ts";
import type { Collection } from "./collection.ts";
import { createFolderCollection } from "./folderCollection.ts";
import { createRemoteCollection } from "./remoteCollection.ts";

/** Cache folder in `DATA_DIR`, which can be deleted at any time. */
const cacheFolderName = ".collection";

/** Opens the collection in `COLLECTION_DIR`, or at `COLLECTION_ORIGIN`. */
export async function openCollection(settings: Settings, logger: Logger): Promise<Collection> {
  const { collectionOrigin, collectionDir } = settings;
  if (collectionOrigin === undefined) return createFolderCollection(collectionDir, logger);
  const address = createHash("sha256").update(collectionOrigin).digest("hex").slice(0, 16);
  let folder = join(settings.dataDir, cacheFolderName, address);
  try {
    await mkdir(folder, { recursive: true, mode: folderMode });
    await access(folder, constants.W_OK);
  } catch (error) {
    logger.warn({ err: error }, "the collection's files are cached only until the next start");
    folder = await mkdtemp(join(tmpdir(), "collection-"));
  }
  return createRemoteCollection(settings, collectionOrigin, folder, logger);
}
