import hre, { network } from "hardhat";

/**
 * The contract tests' chain, in this process; fixtures restore its snapshots. Transactions have a
 * fixed gas limit, because estimation would execute each transaction several times; code that measures its coverage is
 * larger.
 */
export const { ethers, networkHelpers, provider } = await network.create({
  override: { gas: hre.globalOptions.coverage ? 100_000_000 : 14_000_000 },
});
