import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** A server's open connections. */
export interface OpenConnections {
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
