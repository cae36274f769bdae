import { join } from "node:path";
import type { Logger } from "pino";
import type { Chain } from "../chain.ts";
import type { Settings } from "../env.ts";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import { createBaseUri } from "./baseUri.ts";
import type { Collection } from "./collection.ts";
import { openFileCache } from "./fileCache.ts";
import { createFolderCollection } from "./folderCollection.ts";
import { createGateway } from "./gateway.ts";
import { createRemoteCollection } from "./remoteCollection.ts";
import { filesAt, filesOnIpfs, type RemoteFiles } from "./remoteFiles.ts";

/** Folder of the cache in `DATA_DIR`; it can be deleted at any time. */
const cacheFolder = ".ipfs";

interface OpenedCollection {
  collection: Collection;
  close(): Promise<void>;
}

/** Opens the collection in `COLLECTION_DIR`, on IPFS if `IPFS_GATEWAY` is set, or at `COLLECTION_ORIGIN`. */
export function openCollection(
  settings: Settings,
  chain: Pick<Chain, "readTokenURI">,
  minted: MintedDrifters,
  logger: Logger,
): OpenedCollection {
  const files = remoteFilesOf(settings);
  if (files === undefined) {
    const collection = createFolderCollection(settings.collectionDir);
    return { collection, close: async () => undefined };
  }
  const folder = join(settings.dataDir, cacheFolder);
  const cache = openFileCache({ folder, mostBytes: settings.ipfsCacheBytes, logger });
  const timeoutMilliseconds = settings.ipfsTimeoutMilliseconds;
  const gateway = createGateway({ url: files.url, timeoutMilliseconds });
  const baseUri = createBaseUri({
    chain,
    files,
    cache,
    collection: `${settings.chainId} ${settings.contractAddress}`,
    lifeMilliseconds: settings.baseUriLifeMilliseconds,
    logger,
  });
  const { ipfsPauseMilliseconds: pauseMilliseconds } = settings;
  return {
    collection: createRemoteCollection({
      files,
      baseUri,
      gateway,
      cache,
      minted,
      pauseMilliseconds,
      logger,
    }),
    async close() {
      gateway.close();
      await cache.settled();
    },
  };
}

/** Undefined for a collection in a folder. */
function remoteFilesOf({ ipfsGateway, collectionOrigin }: Settings): RemoteFiles | undefined {
  if (ipfsGateway !== undefined) return filesOnIpfs(ipfsGateway);
  return collectionOrigin === undefined ? undefined : filesAt(collectionOrigin);
}
