import type { Page } from "playwright-core";
import { narrativeMessage } from "#protocol/narrativeMessage";
import type { SignedRevision } from "#protocol/responses";
import type { World } from "../../../scripts/world/startWorld.ts";
import { hardhatAccount } from "./injectedWallet.ts";

type Told = Pick<SignedRevision, "narrative"> & Partial<Omit<SignedRevision, "narrative">>;

/** Signs a signed revision at the world's newest block: by account 2 for drifter 7, except for `told`. */
export async function signRevision(
  world: Pick<World, "chain" | "contract">,
  told: Told,
): Promise<SignedRevision> {
  const { drifterId = "7", narrative } = told;
  const author = hardhatAccount(2);
  const signedMessage = narrativeMessage(drifterId, narrative);
  return {
    drifterId,
    signedMessage,
    signature: await author.signMessage({ message: signedMessage }),
    author: author.address,
    savedAt: "2026-05-04T10:00:00.000Z",
    blockNumber: await world.chain.ethers.provider.getBlockNumber(),
    chainId: world.chain.chainId,
    // Safety: ethers' addresses always begin with 0x.
    contract: (await world.contract.getAddress()) as `0x${string}`,
    revision: 1,
    ...told,
  };
}

/** Serves these signed revisions as the history of their drifter, oldest first. Saves pass through. */
export async function serveHistory(
  page: Page,
  revisions: readonly [SignedRevision, ...SignedRevision[]],
): Promise<void> {
  const newest = revisions[revisions.length - 1] ?? revisions[0];
  const { drifterId } = newest;
  await page.route(`/api/narrative/${drifterId}`, (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: newest }) : route.fallback(),
  );
  await page.route(`/api/narrative/${drifterId}/history`, (route) =>
    route.fulfill({ json: revisions.toReversed() }),
  );
}
