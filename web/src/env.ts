import * as z from "zod/mini";
import { type RuntimeConfig, runtimeConfigElementId } from "#protocol/runtimeConfig";

// The page's content security policy forbids the code generation that zod would try.
z.config({ jitless: true });

const hex = z.templateLiteral(["0x", z.string()]);
const runtimeConfigSchema = z.object({
  chain: z.object({
    id: z.int(),
    name: z.string(),
    nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
    rpcUrls: z.object({ default: z.object({ http: z.array(z.string()) }) }),
    blockExplorers: z.exactOptional(
      z.object({ default: z.object({ name: z.string(), url: z.string() }) }),
    ),
  }),
  contractAddress: hex,
  genesisHash: hex,
  maxBodyBytes: z.exactOptional(z.int()),
  contentLicence: z.exactOptional(z.string()),
  sourceUrl: z.exactOptional(z.string()),
  worldId: z.exactOptional(z.string()),
  walletConnect: z.exactOptional(
    z.object({
      projectId: z.string(),
      relayUrl: z.string(),
      directoryUrl: z.string(),
      identityUrl: z.string(),
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

/** Sets the runtime configuration where there is no document: in the server's renderer. */
export function setRuntimeConfig(config: RuntimeConfig): void {
  settings = config;
}

export function parseRuntimeConfig(json: string | null | undefined): RuntimeConfig {
  if (!json)
    throw new Error(`The page has no runtime configuration (script#${runtimeConfigElementId}).`);
  return runtimeConfigSchema.parse(JSON.parse(json));
}

/** Returns a key that is unique to the world, so that stored data of one world is not used in another. */
export function worldKey({
  genesisHash,
  contractAddress,
  worldId,
}: Pick<RuntimeConfig, "genesisHash" | "contractAddress" | "worldId">): string {
  return [genesisHash, contractAddress, worldId].filter(Boolean).join(":");
}
