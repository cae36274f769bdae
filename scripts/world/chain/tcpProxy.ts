import { connect, createServer, type Server, type Socket } from "node:net";

/** TCP proxy on a port of 127.0.0.1, whose target can be changed at any time. */
export interface TcpProxy {
  port: number;
  /** Forwards new connections to `port` and closes existing ones. */
  setTarget(port: number): void;
  /** Refuses connections, like a stopped server, until it is opened again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Creates a proxy without a target.
 *
 * @param port 0 for any free one.
 * @throws with `code: "EADDRINUSE"` when the port is taken.
 */
export async function createTcpProxy(port: number): Promise<TcpProxy> {
  const connections = new Set<Socket>();
  let target: number | undefined;
  const server = createServer((connection) => {
    if (target === undefined) return connection.destroy();
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
    join(connection, connect(target, "127.0.0.1"));
  });
  const closeConnections = () => {
    for (const connection of connections) connection.destroy();
  };
  const listening = await listen(server, port);

  return {
    port: listening,
    setTarget(port) {
      target = port;
      closeConnections();
    },
    async close() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      closeConnections();
      await closed;
    },
    async open() {
      if (!server.listening) await listen(server, listening);
    },
  };
}

/** Pipes bytes both ways. An end is passed on after all bytes, an error at once. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setNoDelay();
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.once("close", () => {
      if (!from.readableEnded) to.destroy();
    });
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      // Safety: a server that listens on a TCP port has an address of this type.
      resolve((address as { port: number }).port);
    });
  });
}
