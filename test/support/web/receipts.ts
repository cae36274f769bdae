import type { Page } from "playwright-core";
import { narrativeMessage } from "#protocol/narrativeMessage";
import type { NarrativeRecord } from "#protocol/responses";
import type { World } from "../../../scripts/world/startWorld.ts";
import { hardhatAccount } from "./injectedWallet.ts";

type Told = Pick<NarrativeRecord, "narrative"> & Partial<Omit<NarrativeRecord, "narrative">>;

/** Signs a receipt at the world's newest block: by account 2 for drifter 7, except for `told`. */
export async function signReceipt(
  world: Pick<World, "chain" | "contract">,
  told: Told,
): Promise<NarrativeRecord> {
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

/** Serves these receipts as the history of their drifter, oldest first. Saves pass through. */
export async function serveHistory(
  page: Page,
  receipts: readonly [NarrativeRecord, ...NarrativeRecord[]],
): Promise<void> {
  const newest = receipts[receipts.length - 1] ?? receipts[0];
  const { drifterId } = newest;
  await page.route(`/api/narrative/${drifterId}`, (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: newest }) : route.fallback(),
  );
  await page.route(`/api/narrative/${drifterId}/history`, (route) =>
    route.fulfill({ json: receipts.toReversed() }),
  );
}
