/** Names of common networks; viem's complete list is larger than this app. */
const names: Readonly<Record<number, string>> = {
  1: "Ethereum",
  10: "OP Mainnet",
  56: "BNB Smart Chain",
  100: "Gnosis",
  137: "Polygon",
  8453: "Base",
  31337: "Hardhat",
  42161: "Arbitrum One",
  43114: "Avalanche",
  59144: "Linea",
  84532: "Base Sepolia",
  560048: "Hoodi",
  11155111: "Sepolia",
};

/** Returns a network's usual name, or its number. */
export function chainName(chainId: number | undefined): string {
  return (chainId !== undefined && names[chainId]) || `network ${chainId ?? "unknown"}`;
}
