import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { createCatalogue } from "./catalogue/catalogue.ts";
import { createCollectionMetadata } from "./catalogue/metadata.ts";
import { createChain } from "./chain/chain.ts";
import { openMinted } from "./chain/minted.ts";
import { openCollection } from "./collection/remoteCollection.ts";
import { openRecords } from "./files/records.ts";
import { createHttpServer, listen } from "./http/httpServer.ts";
import { Authorizations } from "./mint/authorizations.ts";
import { compareWithChain } from "./mint/compareWithChain.ts";
import { createSignerReport } from "./mint/issueAuthorization.ts";
import { NumberGuard } from "./mint/numberGuard.ts";
import { Changes } from "./narratives/changes.ts";
import { openStore } from "./narratives/openStore.ts";
import { SaveQueue } from "./narratives/saveQueue.ts";
import { createLogger } from "./operations/logger.ts";
import { createMetrics, createMetricsServer } from "./operations/metrics.ts";
import { createReadiness } from "./operations/readiness.ts";
import {
  warnAboutChain,
  warnAboutForeignStories,
  warnAboutSettings,
} from "./operations/startWarnings.ts";
import { createStorySearch } from "./search/storySearch.ts";
import type { Settings } from "./settings/settings.ts";

export interface RunningServer {
  url: string;
  /** URL of `/metrics`, if it is served. */
  metricsUrl: string | undefined;
  /**
   * Logs what is probably mistaken in the settings, and where the mint's key and policy do not match the collection.
   */
  warn(): Promise<void>;
  /** Reads all names and traits and indexes the stories, so that no request has to wait for that. */
  prepareReads(): Promise<void>;
  /** Accepts no more requests, finishes the open ones and releases the store. */
  close(): Promise<void>;
}

/**
 * Starts the service. It starts without the chain too: stories can be read, and each save retries the
 * chain.
 *
 * @throws {FolderLockError} when another process uses the same folder.
 * @throws {StoreFolderError} when this process cannot use that folder.
 * @throws {DatabaseError} when the database cannot be used.
 * @throws with `code: "EADDRINUSE"` when a port is taken.
 */
export async function startServer(
  settings: Settings,
  logger: Logger = createLogger(settings.logLevel),
): Promise<RunningServer> {
  await using started = new AsyncDisposableStack();
  const changes = new Changes();
  const store = started.adopt(await openStore(settings, logger, changes.note), (store) =>
    store.close(),
  );
  const records = started.adopt(await openRecords(settings, logger), (records) => records.close());
  const authorizations = settings.mint && new Authorizations(records);
  const metrics = createMetrics();
  const chain = createChain(settings, metrics);
  const { mint } = settings;
  const readiness = createReadiness({ chain, store, logger, settings });
  const saveQueue = new SaveQueue(settings.saveLimits);
  metrics.watch({ store, readiness, saveQueue });

  const metricsServer = createMetricsServer(metrics, logger);
  let metricsUrl: string | undefined;
  if (settings.metricsPort !== undefined) {
    const address = await listen(metricsServer, { ...settings, port: settings.metricsPort });
    metricsUrl = `${address}/metrics`;
    started.defer(async () => {
      metricsServer.close();
      metricsServer.closeAllConnections();
    });
  }
  const minted = openMinted(settings, chain, records, logger, changes.note);
  started.defer(() => minted.close());
  const collection = await openCollection(settings, logger);
  const metadata = createCollectionMetadata(collection, changes.note);
  const catalogue = createCatalogue({ minted, metadata });
  const search = createStorySearch(store, logger);
  started.defer(() => search.close());
  const onSignerKnown = createSignerReport(logger, mint);
  const numbers =
    mint &&
    authorizations &&
    new NumberGuard({
      chain,
      store: authorizations,
      owner: { chainId: settings.chainId, contract: settings.contract },
      signer: mint.signer.address,
    });
  const app = createApp({
    settings,
    changes,
    chain,
    store,
    minted,
    collection,
    metadata,
    catalogue,
    search,
    authorizations,
    numbers,
    onSignerKnown,
    logger,
    metrics,
    readiness,
    saveQueue,
  });
  started.defer(() => app.close());
  const http = createHttpServer({
    listener: app.listener,
    limits: settings.connectionLimits,
    isDirect: settings.trustProxyHops === 0,
    headers: app.headers,
    logger,
  });
  const url = await listen(http.server, settings);
  void warnAboutChain(chain, logger);
  void minted.current();
  // Each request reports a store that cannot be read.
  void warnAboutForeignStories(store, settings, logger).catch(() => undefined);

  const running = started.move();
  return {
    url,
    metricsUrl,
    async warn() {
      await warnAboutSettings(settings, logger);
      if (mint !== undefined)
        await compareWithChain({ chain, mint, numbers, onSignerKnown, logger });
    },
    async prepareReads() {
      // Each request reports a chain that cannot be read.
      await Promise.all([search.prepare(), catalogue.view().catch(() => undefined)]);
    },
    async close() {
      readiness.close();
      http.announceEnd();
      if (settings.drainMilliseconds > 0) await delay(settings.drainMilliseconds);
      const cutOff = await http.close(settings.shutdownMilliseconds);
      if (cutOff > 0) logger.warn({ cutOff }, "responses took too long and were cut off");
      await running.disposeAsync();
    },
  };
}
