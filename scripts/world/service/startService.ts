import { createChain, runtimeConfig } from "#service/chain";
import { startServer } from "#service/server";
import { readSettings } from "#service/settings";
import type { StartService } from "./service.ts";

/** Starts the service in this thread, with the code that this thread has loaded. */
export const startService: StartService = async (variables) => {
  const settings = readSettings(variables);
  const server = await startServer(settings);
  return {
    url: server.url,
    runtimeConfig: await runtimeConfig(settings, createChain(settings)),
    close: () => server.close(),
  };
};
