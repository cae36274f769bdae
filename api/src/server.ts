import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { createHttpServer, listen } from "./http/httpServer.ts";
import { compareWithChain } from "./mint/compareWithChain.ts";
import { createLogger } from "./operations/logger.ts";
import { createMetricsServer } from "./operations/metrics.ts";
import {
  reportEmptyStore,
  warnAboutChain,
  warnAboutForeignStories,
  warnAboutNames,
  warnAboutSettings,
} from "./operations/startWarnings.ts";
import { openService } from "./service.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * Starts the service, even while the chain is unavailable: stories are readable, and each save tries the chain again.
 *
 * @throws {FolderLockError} if a different process uses the same folder.
 * @throws {StoreFolderError} if this process cannot use that folder.
 * @throws {DatabaseError} if the database cannot be used.
 * @throws {Error} with `code: "EADDRINUSE"` if a port is taken.
 * @example const { url, close } = await startServer(readSettings(process.env));
 */
export async function startServer(
  settings: Settings,
  logger: Logger = createLogger(settings.logLevel),
) {
  await using started = new AsyncDisposableStack();
  const service = started.use(await openService(settings, logger));
  const { chain, store, minted, metrics, readiness, search, catalogue, plan } = service;
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
  const app = createApp(service);
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
  // Ignored, because each request reports an unreadable store.
  void warnAboutForeignStories(store, settings, logger).catch(() => undefined);

  const running = started.move();
  return {
    url,
    /** URL of `/metrics`, if served. */
    metricsUrl,
    /** Logs probably wrong settings, and mismatches between the collection and the mint key or policy. */
    async warn() {
      await warnAboutSettings(settings, logger);
      await warnAboutNames(chain, settings, logger);
      await reportEmptyStore(store, chain, logger);
      const { mint } = settings;
      if (mint !== undefined)
        await compareWithChain({ ...service, mint: { ...mint, plan: plan?.current ?? mint.plan } });
    },
    /** Reads all names and traits and indexes the stories, so that no request waits for them. */
    async prepareReads() {
      // Ignored, because each request reports an unavailable chain.
      await Promise.all([search.prepare(), catalogue.view().catch(() => undefined)]);
    },
    /** Stops accepting requests, finishes open ones and releases the store. */
    async close() {
      readiness.close();
      http.announceShutdown();
      if (settings.drainMilliseconds > 0) await delay(settings.drainMilliseconds);
      const cutOff = await http.close(settings.shutdownMilliseconds);
      if (cutOff > 0) logger.warn({ cutOff }, "responses took too long and were interrupted");
      await running.disposeAsync();
    },
  };
}
