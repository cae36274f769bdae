import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { type Chain, createChain } from "./chain.ts";
import type { Settings } from "./env.ts";
import { createLogger } from "./logger.ts";
import { openStore } from "./narratives/openStore.ts";

export interface RunningServer {
  url: string;
  /** Takes no more requests, finishes those in flight and gives the store free. */
  close(): Promise<void>;
}

const longestFarewellMilliseconds = 20_000;

/**
 * Starts the service. A chain that does not answer does not keep it from starting: stories can be
 * read meanwhile, and each save asks the chain again.
 *
 * @throws {FolderLockError} when another process keeps its stories in the same folder.
 * @throws {DatabaseError} when the database cannot be used.
 * @throws with `code: "EADDRINUSE"` when the port is taken.
 */
export async function startServer(
  settings: Settings,
  logger: Logger = createLogger(settings.logLevel),
): Promise<RunningServer> {
  const store = await openStore(settings, logger);
  const chain = createChain(settings);
  const app = createApp({ settings, chain, store, logger });
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 },
    app,
  );
  server.maxConnections = 1_000;
  const closeGracefully = prepareFarewell(server);
  try {
    await listen(server, settings);
  } catch (error) {
    await store.close();
    throw error;
  }
  void warnAboutChain(chain, logger);
  return {
    url: urlOf(server),
    async close() {
      await closeGracefully();
      await store.close();
    },
  };
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function warnAboutChain(chain: Chain, logger: Logger): Promise<void> {
  try {
    await chain.check();
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error && error.cause.message;
    logger.warn({ reason }, "the chain cannot be asked yet: stories can be read, not saved");
  }
}

/**
 * Returns how to close `server` once every request is answered. Node's own `close` would wait for
 * connections that never sent a request, such as those that browsers open in advance.
 */
function prepareFarewell(server: Server): () => Promise<void> {
  const idleSockets = new Set<Socket>();
  server.on("connection", (socket) => {
    idleSockets.add(socket);
    socket.once("close", () => idleSockets.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    idleSockets.delete(socket);
    response.once("close", () => {
      if (!server.listening) socket.destroySoon();
      else if (!socket.destroyed) idleSockets.add(socket);
    });
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of idleSockets) socket.destroySoon();
    const impatience = setTimeout(() => server.closeAllConnections(), longestFarewellMilliseconds);
    await closed;
    clearTimeout(impatience);
  };
}

function urlOf(server: Server): string {
  // Safety: a server that listens on a port has this form of address.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
