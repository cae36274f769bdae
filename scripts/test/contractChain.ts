import { network } from "hardhat";

/**
 * The chain of the contract tests: simulated in this process, and put back by each fixture. Transactions may use as
 * much gas as any of the tests needs: to estimate it would run each of them several times.
 */
export const { ethers, networkHelpers, provider } = await network.create({
  override: { gas: 14_000_000 },
});
