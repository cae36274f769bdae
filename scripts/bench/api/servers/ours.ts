// The service as `npm run serve` starts it; its rate limits alone are out of the way.
import { readSettings } from "../../../../api/src/env.ts";
import { startServer } from "../../../../api/src/server.ts";
import type { StorePlace } from "../storePlace.ts";
import { runServer } from "./runServer.ts";

export interface OurInput {
  store: StorePlace;
  rpcUrl: string;
}

runServer<OurInput>(async ({ store, rpcUrl }) => {
  const { url } = await startServer({
    ...readSettings({ RPC_URL: rpcUrl, ...store }),
    port: 0,
    savesPerMinute: Number.MAX_SAFE_INTEGER,
    savesPerDrifterPerMinute: Number.MAX_SAFE_INTEGER,
  });
  return url;
});
