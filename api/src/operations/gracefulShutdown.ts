import type { Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The steps of a graceful shutdown. */
export interface GracefulShutdown {
  /** From now on each response closes its connection, so that proxies release those that they keep alive. */
  announce(): void;
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
  return {
    announce: () => connections.announceEnd(),
    async close(timeoutMilliseconds) {
      connections.announceEnd();
      let cutOff = 0;
      const closed = new Promise((resolve) => server.close(resolve));
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

/** A server's open connections. */
interface OpenConnections {
  /** The latest response of each connection, undefined before the first. Earlier ones finish before it. */
  readonly latest: ReadonlyMap<Duplex, ServerResponse | undefined>;
  /** Makes each response from now on close its connection. */
  announceEnd(): void;
}

const known = new WeakMap<Server, OpenConnections>();

/** Returns the open connections of a server, tracked since the first call, which has to come before it listens. */
export function openConnections(server: Server): OpenConnections {
  const connections = known.get(server) ?? track(server);
  known.set(server, connections);
  return connections;
}

function track(server: Server): OpenConnections {
  const latest = new Map<Duplex, ServerResponse | undefined>();
  let isEnding = false;
  server.on("connection", (socket) => {
    latest.set(socket, undefined);
    socket.once("close", () => latest.delete(socket));
  });
  // Registered before other listeners, as some respond synchronously.
  server.prependListener("request", ({ socket }, response) => {
    latest.set(socket, response);
    if (isEnding) response.shouldKeepAlive = false;
  });
  return {
    latest,
    announceEnd() {
      isEnding = true;
      for (const response of latest.values()) {
        if (response && !response.headersSent) response.shouldKeepAlive = false;
      }
    },
  };
}
