import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat plugin that writes, after each build, what the browser needs of the contracts: `abi.ts`, `errors.ts` and
 * `simulationCode.ts` in `typechain-types/`.
 */
export const abiPlugin: HardhatPlugin = {
  id: "fringe-drifters:abi",
  hookHandlers: { solidity: () => import("./writeAbi.ts") },
};
