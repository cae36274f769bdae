import { join } from "node:path";
import { localSignerKey } from "#protocol/localWorld";
import type { LocalChain } from "../chain/localChain.ts";
import type { ServiceVariables } from "./service.ts";

interface VariableOptions {
  /** 0 for any free one. */
  port: number;
  chain: Pick<LocalChain, "url" | "chainId">;
  contractAddress: string;
  /** Folder of the stories. */
  narratives: string;
  /** Folder of metadata and portraits. */
  collection: string;
  /** Origin of the web app, for feeds; without it there are none. */
  publicUrl?: string | undefined;
  /** Rate limits per address and per drifter; production's by default. */
  savesPerMinute?: number;
}

/** Returns the environment variables of a local world's service. */
export function serviceVariables(options: VariableOptions): ServiceVariables {
  const { port, chain, contractAddress, narratives, collection } = options;
  const { publicUrl = "", savesPerMinute = "" } = options;
  return {
    PORT: String(port),
    RPC_URL: chain.url,
    CHAIN_ID: String(chain.chainId),
    CONTRACT_ADDRESS: contractAddress,
    DATA_DIR: narratives,
    COLLECTION_DIR: collection,
    PUBLIC_URL: publicUrl,
    SAVES_PER_MINUTE: String(savesPerMinute),
    SAVES_PER_DRIFTER_PER_MINUTE: String(savesPerMinute),
    MINT_SIGNER_KEY: localSignerKey,
    MINT_POLICY: join(import.meta.dirname, "../mintPolicy.json"),
    AUTHORIZATIONS_PER_MINUTE: "1000",
    LOG_LEVEL: "warn",
  };
}
