import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";

let chain: Promise<LocalChain> | undefined;

// Outside every `describe`, so this runs once, after the last test of the run.
after("stop the chain", async () => {
  await (await chain)?.close();
});

/**
 * The run's only local chain, started on first use. `close` reverts it to
 * its state at the call; nested users must close in reverse order.
 */
export async function borrowChain(): Promise<LocalChain> {
  chain ??= startLocalChain();
  const lent = await chain;
  const { provider } = lent.ethers;
  const snapshot = await provider.send("evm_snapshot", []);
  return {
    ...lent,
    async close() {
      const isBack = await provider.send("evm_revert", [snapshot]);
      if (isBack !== true) throw new Error("The chain was given back by an earlier borrower.");
    },
  };
}
