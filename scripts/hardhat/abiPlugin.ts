import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat plugin: after each build it writes `typechain-types/abi.ts` and `simulationCode.ts`, all that the
 * browser needs.
 */
export const abiPlugin: HardhatPlugin = {
  id: "fringe-drifters:abi",
  hookHandlers: { solidity: () => import("./writeAbi.ts") },
};
