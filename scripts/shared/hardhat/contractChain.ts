import { network } from "hardhat";

/**
 * Chain of the contract tests, in this process; fixtures restore its snapshots. Transactions have a fixed gas limit,
 * because estimating would run each of them several times.
 */
export const { ethers, networkHelpers, provider } = await network.create({
  override: { gas: 14_000_000 },
});
