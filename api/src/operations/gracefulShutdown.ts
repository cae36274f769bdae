import type { Server } from "node:http";
import { Server as NetServer, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { openConnections } from "./openConnections.ts";

/** The steps of a graceful shutdown. */
export interface GracefulShutdown {
  /** From now on each response closes its connection, so that proxies release those that they keep alive. */
  announce(): void;
  /**
   * Accepts no more connections, and keeps those that exist: for a process whose port others serve too, which get the
   * new ones.
   */
  stopAccepting(): void;
  /**
   * Closes the server once every request is answered, or after `timeoutMilliseconds`; returns how many
   * responses were cut off, one for each connection.
   */
  close(timeoutMilliseconds: number): Promise<number>;
}

/**
 * Prepares the graceful shutdown of `server`. Node's `close` would wait for connections that never sent a
 * request, such as those that browsers open in advance.
 */
export function prepareShutdown(server: Server): GracefulShutdown {
  const connections = openConnections(server);
  const unfinished = () =>
    [...connections.latest.values()].filter((response) => response && !response.closed);
  let closed: Promise<unknown> | undefined;
  return {
    announce: () => connections.announceEnd(),
    stopAccepting() {
      // An HTTP server's own `close` also closes idle connections, on which a request may be on its way.
      closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    },
    async close(timeoutMilliseconds) {
      connections.announceEnd();
      let cutOff = 0;
      closed ??= new Promise((resolve) => server.close(resolve));
      for (const [socket, response] of connections.latest) {
        if (response === undefined || response.closed) endSoon(socket);
        else response.once("close", () => endSoon(socket));
      }
      const timeout = setTimeout(() => {
        cutOff = unfinished().length;
        server.closeAllConnections();
      }, timeoutMilliseconds);
      await closed;
      clearTimeout(timeout);
      return cutOff;
    },
  };
}

/** Closes a connection once everything is written. */
function endSoon(socket: Duplex): void {
  if (socket instanceof Socket) socket.destroySoon();
  else socket.destroy();
}
