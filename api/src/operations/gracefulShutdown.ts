import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The two steps of a graceful shutdown. */
export interface GracefulShutdown {
  /** From now on each response closes its connection, so that proxies release those that they keep alive. */
  announce(): void;
  /**
   * Closes the server once every request is answered, or after `timeoutMilliseconds`; returns how many
   * responses were cut off.
   */
  close(timeoutMilliseconds: number): Promise<number>;
}

/**
 * Prepares the graceful shutdown of `server`. Node's `close` would wait for connections that never sent a
 * request, such as those that browsers open in advance.
 */
export function prepareShutdown(server: Server): GracefulShutdown {
  const idleSockets = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  let isAnnounced = false;
  server.on("connection", (socket) => {
    idleSockets.add(socket);
    socket.once("close", () => idleSockets.delete(socket));
  });
  // Registered before other listeners, as some respond synchronously.
  server.prependListener("request", ({ socket }, response) => {
    idleSockets.delete(socket);
    responses.add(response);
    if (isAnnounced) response.shouldKeepAlive = false;
    response.once("close", () => {
      responses.delete(response);
      if (!server.listening) socket.destroySoon();
      else if (!socket.destroyed) idleSockets.add(socket);
    });
  });
  const announce = () => {
    isAnnounced = true;
    for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false;
  };
  return {
    announce,
    async close(timeoutMilliseconds) {
      announce();
      let cutOff = 0;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of idleSockets) socket.destroySoon();
      const timeout = setTimeout(() => {
        cutOff = responses.size;
        server.closeAllConnections();
      }, timeoutMilliseconds);
      await closed;
      clearTimeout(timeout);
      return cutOff;
    },
  };
}
