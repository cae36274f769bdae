// The service as `npm run serve` starts it, without rate limits.
import { startServer } from "#service/server";
import { readSettings, type Settings } from "#service/settings";
import { unlimitedSaves } from "../../../unlimitedSaves.ts";
import type { StoreLocation } from "../storeLocation.ts";
import type { Serve } from "./serving.ts";

export interface OurInput {
  store: StoreLocation;
  rpcUrl: string;
  collectionDir?: string;
  /** Log level; that of `npm run serve` by default. */
  logLevel?: Settings["logLevel"];
}

export const serve: Serve<OurInput> = ({ store, rpcUrl, collectionDir, logLevel }) =>
  startServer({
    ...readSettings({
      RPC_URL: rpcUrl,
      COLLECTION_DIR: collectionDir,
      // The stub of the chain has no collection.
      REVEAL: "all",
      LOG_LEVEL: logLevel,
      ...unlimitedSaves,
      ...store,
    }),
    port: 0,
  });
