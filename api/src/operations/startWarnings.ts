import { access, constants } from "node:fs/promises";
import type { Logger } from "pino";
import { isAddressEqual } from "viem";
import type { Chain } from "../chain/chain.ts";
import { NoCollectionError } from "../chain/node.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { Settings } from "../settings/settings.ts";

/** Logs settings that are valid but probably wrong. */
export async function warnAboutSettings(settings: Settings, logger: Logger): Promise<void> {
  const { collectionDir, collectionOrigin, publicUrl, publicRpcUrl, unknownVariables } = settings;
  for (const sentence of unknownVariables) logger.warn(sentence);
  if (collectionOrigin === undefined) {
    const reason = await access(collectionDir, constants.R_OK).catch((error) => error.code);
    if (reason !== undefined) {
      logger.warn(
        { folder: collectionDir, reason },
        "COLLECTION_DIR cannot be read, and COLLECTION_ORIGIN is not set: no portraits, names or traits are shown",
      );
    }
  }
  if (publicUrl === undefined) {
    logger.warn(
      "PUBLIC_URL is not set: shared links show no image, and pages have no absolute URL",
    );
  }
  if (settings.saleFile !== undefined && settings.mint === undefined) {
    logger.warn("SALE_FILE is set without MINT_SIGNER_KEY: no mint authorizations are signed");
  }
  if (publicUrl?.startsWith("https:") && publicRpcUrl.startsWith("http:")) {
    logger.warn(
      { host: new URL(publicRpcUrl).host },
      "browsers get an RPC endpoint without TLS, which pages with TLS cannot use: set PUBLIC_RPC_URL",
    );
  }
}

/** Logs a warning if names cannot be looked up, because there is no contract at the resolver's address. */
export async function warnAboutNames(
  chain: Pick<Chain, "isEnsResolverMissing">,
  { ensResolver }: Pick<Settings, "ensResolver">,
  logger: Logger,
): Promise<void> {
  // While the chain is unreachable, a different warning is logged.
  const isMissing = await chain.isEnsResolverMissing().catch(() => false);
  if (isMissing) {
    logger.warn(
      { resolver: ensResolver },
      "there is no contract at ENS_RESOLVER: owners and authors are shown without names",
    );
  }
}

/** Logs a warning if the store's latest story belongs to a different collection. */
export async function warnAboutForeignStories(
  store: NarrativeStore,
  { chainId, contract }: Pick<Settings, "chainId" | "contract">,
  logger: Logger,
): Promise<void> {
  const [newest] = (await store.stories()).page(1);
  const narrative = newest && (await store.find(newest.drifterId));
  if (!narrative) return;
  if (narrative.chainId === chainId && isAddressEqual(narrative.contract, contract)) return;
  logger.error(
    { chainId: narrative.chainId, contract: narrative.contract },
    "the latest story belongs to a different collection: check CHAIN_ID, CONTRACT_ADDRESS, and DATABASE_URL or DATA_DIR",
  );
}

/** Logs that the store is empty although tokens are minted, because its folder or database may be the wrong one. */
export async function reportEmptyStore(
  store: Pick<NarrativeStore, "stories">,
  chain: Pick<Chain, "readSale">,
  logger: Logger,
): Promise<void> {
  const stories = await store.stories().catch(() => undefined);
  if (stories === undefined || stories.revisions() > 0) return;
  const sale = await chain.readSale().catch(() => undefined);
  if (sale === undefined || sale.totalSupply === 0n) return;
  logger.info(
    { minted: Number(sale.totalSupply) },
    "the store has no stories: if some were saved before, check DATA_DIR or DATABASE_URL",
  );
}

/** Logs a warning if saves are rejected because the chain is unreachable or the address has no collection. */
export async function warnAboutChain(chain: Chain, logger: Logger): Promise<void> {
  try {
    await chain.check();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const reason = cause instanceof Error && cause.message;
    if (cause instanceof NoCollectionError) {
      logger.error(
        { reason },
        "there is no collection at CONTRACT_ADDRESS: stories can be read, not saved",
      );
    } else {
      logger.warn({ reason }, "can't reach the chain yet: stories can be read, not saved");
    }
  }
}
