import type { Address, Hex } from "viem";

/** `id` of the JSON script element through which the server tells the page its world. */
export const runtimeConfigElementId = "runtime-config";

/** What one build needs to know to serve one chain and one contract. */
export interface RuntimeConfig {
  chain: {
    id: number;
    name: string;
    nativeCurrency: { name: string; symbol: string; decimals: number };
    rpcUrls: { default: { http: readonly string[] } };
    blockExplorers?: { default: { name: string; url: string } };
  };
  contractAddress: Address;
  /** Hash of block 0: with the address it tells this world from every other. */
  genesisHash: Hex;
  /** Absent: wallets over the relay are explained, not offered. */
  walletConnectProjectId?: string;
}
