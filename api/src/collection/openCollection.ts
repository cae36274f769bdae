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
import { createIpfsCollection } from "./ipfsCollection.ts";

/** Folder of the cache in `DATA_DIR`; it can be deleted at any time. */
const cacheFolder = ".ipfs";

interface OpenedCollection {
  collection: Collection;
  close(): Promise<void>;
}

/** Opens the collection in `COLLECTION_DIR`, or on IPFS if `IPFS_GATEWAY` is set. */
export function openCollection(
  settings: Settings,
  chain: Pick<Chain, "readTokenURI">,
  minted: MintedDrifters,
  logger: Logger,
): OpenedCollection {
  const { ipfsGateway: url, collectionDir } = settings;
  if (url === undefined) {
    return { collection: createFolderCollection(collectionDir), close: async () => undefined };
  }
  const folder = join(settings.dataDir, cacheFolder);
  const cache = openFileCache({ folder, mostBytes: settings.ipfsCacheBytes, logger });
  const gateway = createGateway({ url, timeoutMilliseconds: settings.ipfsTimeoutMilliseconds });
  const baseUri = createBaseUri({
    chain,
    cache,
    collection: `${settings.chainId} ${settings.contractAddress}`,
    lifeMilliseconds: settings.baseUriLifeMilliseconds,
    logger,
  });
  const { ipfsPauseMilliseconds: pauseMilliseconds } = settings;
  return {
    collection: createIpfsCollection({
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
