import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** TCP proxy on 127.0.0.1 with a changeable target, which can simulate network failures. */
export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Forwards new connections to this port and closes existing ones. */
  setTarget(port: number): void;
  /** Forwards nothing and closes nothing, for old and new connections. */
  hold(): void;
  /** Closes all connections and rejects new ones, like a stopped server. */
  reject(): Promise<void>;
  /** Resumes forwarding, including buffered data. */
  restore(): Promise<void>;
}

/**
 * Starts a proxy.
 *
 * @param port 0 for any free one.
 * @throws {Error} with `code: "EADDRINUSE"` if the port is taken.
 */
export async function startTcpProxy(port: number, target?: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let held: PromiseWithResolvers<void> | undefined;

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    if (target === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ port: target, host: "127.0.0.1", noDelay: true });
    forward(client, upstream);
    forward(upstream, client);
  });
  /** Passes bytes on in order, and the end of the connection; while it is held, neither. */
  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    let last = Promise.resolve();
    const after = (work: () => void) => {
      last = last.then(() => held?.promise).then(work);
    };
    from.on("data", (chunk) => after(() => to.writable && to.write(chunk)));
    from.on("end", () => after(() => to.end()));
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      if (!from.readableEnded) after(() => to.destroy());
    });
  }
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listening = await listen(server, port);
  const reject = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    closeAll();
    await closed;
  };
  return {
    port: listening,
    setTarget(other) {
      target = other;
      closeAll();
    },
    hold() {
      held ??= Promise.withResolvers();
    },
    reject,
    async restore() {
      held?.resolve();
      held = undefined;
      if (!server.listening) await listen(server, listening);
    },
    async [Symbol.asyncDispose]() {
      held?.resolve();
      await reject();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen(port, "127.0.0.1"), "listening");
  // Safety: a server that listens on a TCP port has an address of this type.
  return (server.address() as { port: number }).port;
}
