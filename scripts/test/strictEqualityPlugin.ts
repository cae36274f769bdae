import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat plugin: keeps chai's own `deep.equal`. The toolbox's matchers replace it by one that compares whatever can be
 * read as a number, so that `"0xAB"` deeply equals `"0xab"`, `1` equals `"1"`, and `""` equals `0`.
 */
export const strictEqualityPlugin: HardhatPlugin = {
  id: "fringe-drifters:strict-equality",
  dependencies: () => [import("@nomicfoundation/hardhat-toolbox-mocha-ethers")],
  hookHandlers: { network: () => import("./restoreDeepEqual.ts") },
};
