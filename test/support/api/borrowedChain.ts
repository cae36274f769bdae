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

/** Reverts the chain after each test of the surrounding `describe`. */
export function revertAfterEach(at: { readonly chain: LocalChain }): void {
  let untouched: string;
  beforeEach("note the chain's state", async () => {
    untouched = await at.chain.ethers.provider.send("evm_snapshot", []);
  });
  afterEach("revert the chain", () => at.chain.ethers.provider.send("evm_revert", [untouched]));
}
