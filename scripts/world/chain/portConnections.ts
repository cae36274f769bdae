import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Open connections to a port on which this process listens. */
export interface PortConnections {
  /** Closes them at once. */
  destroy(): void;
}

/** Channel on which Node publishes each connection that a server accepts. https://nodejs.org/api/diagnostics_channel.html */
const accepted = "net.server.socket";

/**
 * Tracks the connections to `port` from now on, for a server that does not give access to its own.
 *
 * Node's `close` waits for connections that never sent a request, as clients open them in advance.
 */
export function trackConnections(port: number): PortConnections {
  const sockets = new Set<Socket>();
  const note = (message: unknown) => {
    // Safety: what Node publishes on this channel; a socket that a server accepted refers to it.
    const { socket } = message as { socket: Socket & { server: Server } };
    if (socket.localPort !== port) return;
    // A client would lose what it sends while the server closes an idle connection.
    socket.server.keepAliveTimeout = 0;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  subscribe(accepted, note);
  return {
    destroy() {
      unsubscribe(accepted, note);
      for (const socket of sockets) socket.destroy();
    },
  };
}
