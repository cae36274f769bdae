import { connect, createServer, type Server, type Socket } from "node:net";

/** TCP proxy on a port of 127.0.0.1, whose target can be changed at any time. */
export interface Door {
  port: number;
  /** Forwards new connections to `port` and closes existing ones. */
  leadTo(port: number): void;
  /** Refuses connections, like a stopped server, until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Creates a proxy without a target.
 *
 * @param port 0 for any free one.
 * @throws with `code: "EADDRINUSE"` when the port is taken.
 */
export async function createDoor(port: number): Promise<Door> {
  const visitors = new Set<Socket>();
  let target: number | undefined;
  const server = createServer((visitor) => {
    if (target === undefined) return visitor.destroy();
    visitors.add(visitor);
    visitor.once("close", () => visitors.delete(visitor));
    join(visitor, connect(target, "127.0.0.1"));
  });
  const cutOff = () => {
    for (const visitor of visitors) visitor.destroy();
  };
  const listening = await listen(server, port);

  return {
    port: listening,
    leadTo(port) {
      target = port;
      cutOff();
    },
    async shut() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      cutOff();
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
