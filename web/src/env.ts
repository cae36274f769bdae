import * as v from "valibot";
import { type RuntimeConfig, runtimeConfigElementId } from "#protocol/wire/runtimeConfig";
import { hexSchema } from "./page/hexSchema.ts";

const hex = hexSchema();
const runtimeConfigSchema = v.object({
  chain: v.object({
    id: v.pipe(v.number(), v.integer()),
    name: v.string(),
    nativeCurrency: v.object({
      name: v.string(),
      symbol: v.string(),
      decimals: v.pipe(v.number(), v.integer()),
    }),
    rpcUrls: v.object({ default: v.object({ http: v.array(v.string()) }) }),
    blockExplorers: v.exactOptional(
      v.object({ default: v.object({ name: v.string(), url: v.string() }) }),
    ),
    contracts: v.exactOptional(v.object({ ensUniversalResolver: v.object({ address: hex }) })),
  }),
  contract: hex,
  genesisHash: hex,
  maxBodyBytes: v.exactOptional(v.pipe(v.number(), v.integer())),
  contentLicense: v.exactOptional(v.string()),
  sourceUrl: v.exactOptional(v.string()),
  epubUrl: v.exactOptional(v.string()),
  hasFeeds: v.exactOptional(v.boolean()),
  worldId: v.exactOptional(v.string()),
  walletConnect: v.exactOptional(
    v.object({
      projectId: v.string(),
      relayUrl: v.string(),
      directoryUrl: v.string(),
      identityUrl: v.string(),
    }),
  ),
});

let settings: RuntimeConfig | undefined;

/**
 * Returns the runtime configuration that the server inlined into the page.
 *
 * @throws when it is missing or invalid.
 */
export function runtimeConfig(): RuntimeConfig {
  settings ??= parseRuntimeConfig(document.getElementById(runtimeConfigElementId)?.textContent);
  return settings;
}

/** Sets the runtime configuration in the server's renderer, which has no document. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  settings = config;
}

export function parseRuntimeConfig(json: string | null | undefined): RuntimeConfig {
  if (!json)
    throw new Error(`The page has no runtime configuration (script#${runtimeConfigElementId}).`);
  return v.parse(runtimeConfigSchema, JSON.parse(json));
}

/** Returns a key that is unique to the world, so that one world's stored data is not used in another. */
export function worldKey({
  genesisHash,
  contract,
  worldId,
}: Pick<RuntimeConfig, "genesisHash" | "contract" | "worldId">): string {
  return [genesisHash, contract, worldId].filter(Boolean).join(":");
}
