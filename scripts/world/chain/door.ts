import { connect, createServer, type Server, type Socket } from "node:net";

/** A port of 127.0.0.1 that leads to whichever server stands behind it: that one can be exchanged at once. */
export interface Door {
  port: number;
  /** Leads everybody to the server on `port` from now on; connections to the one before are cut. */
  leadTo(port: number): void;
  /** Refuses connections, as if no server were there, until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Opens a door that leads nowhere yet.
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

/** Passes bytes both ways; when one side ends, so does the other once it has everything, and when one breaks, at once. */
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
      // Safety: a server that listens on a port has this form of address.
      resolve((address as { port: number }).port);
    });
  });
}
