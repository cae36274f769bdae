import { network } from "hardhat";

/**
 * The contract tests' chain, in this process; fixtures restore its snapshots. Transactions have a
 * fixed gas limit, because estimation would execute each transaction several times.
 */
export const { ethers, networkHelpers, provider } = await network.create({
  override: { gas: 14_000_000 },
});
