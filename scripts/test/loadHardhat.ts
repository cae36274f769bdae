/** Loads what most tests import, before they are known, but no chain: that reads the contracts when it starts. */
export async function loadHardhat(): Promise<void> {
  await Promise.all([
    import("@nomicfoundation/edr"),
    import("@nomicfoundation/hardhat-ethers"),
    import("chai"),
    import("ethers"),
    import("mocha"),
    import("tsx/esm/api"),
  ]);
}
