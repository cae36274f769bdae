import type { Logger } from "pino";
import type { Chain } from "../chain.ts";
import type { Settings } from "../env.ts";
import { allRevealed, createMintedDrifters, type MintedDrifters } from "./mintedDrifters.ts";
import { openSavedRanges } from "./savedRanges.ts";

/**
 * Opens which drifters are minted, as `REVEAL` says.
 *
 * @throws {DatabaseError}
 */
export async function openMinted(
  settings: Settings,
  chain: Pick<Chain, "readMinted">,
  logger: Logger,
): Promise<MintedDrifters & { close(): Promise<void> }> {
  if (settings.reveal === "all") return { ...allRevealed, close: async () => undefined };
  const saved = await openSavedRanges(settings, logger);
  return createMintedDrifters({
    chain,
    saved,
    logger,
    lifeMilliseconds: settings.mintedLifeMilliseconds,
    timeoutMilliseconds: settings.mintedTimeoutMilliseconds,
  });
}
