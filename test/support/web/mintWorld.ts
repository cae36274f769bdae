import { enterSharedWorld } from "./sharedWorld.ts";

/**
 * The shared world for one `describe`, which may change the sale: each test starts from the same state. Its server
 * signs no authorizations.
 */
export function enterMintWorld() {
  const { world, openWithWallet } = enterSharedWorld();
  let snapshot: unknown;
  beforeEach(async () => {
    snapshot = await node("evm_snapshot");
  });
  afterEach(async () => {
    await node("evm_setAutomine", true);
    await node("evm_revert", snapshot);
  });

  /** Sends a request to the node directly. */
  function node(method: string, ...params: unknown[]): Promise<unknown> {
    return world().chain.ethers.provider.send(method, params);
  }

  return { world, openWithWallet };
}
