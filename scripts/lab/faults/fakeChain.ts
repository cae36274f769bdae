import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fixture } from "../crash/fixture.ts";
import { startFakeNode } from "../fakeNode.ts";
import { ownerWallet } from "../load/plan.ts";
import type { LoadStack } from "../load/startStack.ts";

/** Starts a fake node on which one wallet owns every drifter. There are no portraits. */
export async function startFakeChain(folder: string): Promise<LoadStack & AsyncDisposable> {
  const collectionDir = join(folder, "collection");
  await mkdir(collectionDir, { recursive: true });
  // Safety: ethers' addresses begin with 0x.
  const node = await startFakeNode(() => ownerWallet.address as `0x${string}`);
  const { chainId, contractAddress } = fixture;
  return {
    rpcUrl: node.url,
    chainId,
    contractAddress,
    collectionDir,
    [Symbol.asyncDispose]: node.close,
  };
}
