import { enterSharedWorld } from "./sharedWorld.ts";

/**
 * Enters the shared world for one `describe` that may change the sale: each test starts from the same state. The
 * world's server signs no authorizations.
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
