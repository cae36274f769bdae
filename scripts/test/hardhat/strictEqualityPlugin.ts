import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat plugin that keeps chai's own `deep.equal`. The toolbox's matchers would replace it with one that compares
 * number-like values, so that `"0xAB"` deeply equals `"0xab"`, `1` equals `"1"`, and `""` equals `0`.
 */
export const strictEqualityPlugin: HardhatPlugin = {
  id: "fringe-drifters:strict-equality",
  dependencies: () => [import("@nomicfoundation/hardhat-toolbox-mocha-ethers")],
  hookHandlers: { network: () => import("./restoreDeepEqual.ts") },
};
