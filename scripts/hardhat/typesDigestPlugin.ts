import type { HardhatPlugin } from "hardhat/types/plugins";

/** Hardhat plugin that writes, after TypeChain, from which contracts `typechain-types/` was generated. */
export const typesDigestPlugin: HardhatPlugin = {
  id: "fringe-drifters:types-digest",
  hookHandlers: { solidity: () => import("./writeTypesDigest.ts") },
};
