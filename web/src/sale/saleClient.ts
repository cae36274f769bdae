import { type Client, createClient, defineChain, http } from "viem";
import { requestLimits } from "../chain/requestLimits.ts";
import { runtimeConfig } from "../env.ts";

let client: Client | undefined;

/** Returns a client of the site's node without wallet code, for pages that load no wallet. */
export function saleClient(): Client {
  client ??= createClient({
    chain: defineChain(runtimeConfig().chain),
    transport: http(undefined, requestLimits),
  });
  return client;
}
