import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";

/** A chain in this process, and whether a test is using it. */
interface Loan {
  chain: Promise<LocalChain>;
  isLent: boolean;
}

const loans: Loan[] = [];

// Outside any `describe`, so this hook runs once, after the last test.
after("stop the chains", async () => {
  for (const { chain } of loans) await (await chain).close();
});

/** Returns a local chain without transactions, started if none is free; `close` reverts it for the next test. */
export async function borrowChain(): Promise<LocalChain> {
  const loan = loans.find(({ isLent }) => !isLent) ?? { chain: startLocalChain(), isLent: true };
  if (!loans.includes(loan)) loans.push(loan);
  loan.isLent = true;
  const chain = await loan.chain;
  const revert = await noteState(chain);
  return {
    ...chain,
    async close() {
      await revert();
      loan.isLent = false;
    },
  };
}

/** Returns a function that reverts a chain to its current state; nested ones must be called in reverse order. */
export async function noteState({
  ethers: { provider },
}: LocalChain): Promise<() => Promise<void>> {
  const snapshot = await provider.send("evm_snapshot", []);
  return async () => {
    const isBack = await provider.send("evm_revert", [snapshot]);
    if (isBack !== true) throw new Error("The chain was reverted to an earlier state before.");
  };
}

/** Reverts the chain after each test of the surrounding `describe`. */
export function revertAfterEach(at: { readonly chain: LocalChain }): void {
  let revert: () => Promise<void>;
  beforeEach("note the chain's state", async () => {
    revert = await noteState(at.chain);
  });
  afterEach("revert the chain", () => revert());
}
