import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a server, which can stop working as networks do. */
export interface FaultyLink extends AsyncDisposable {
  /** The server's URL, by way of this link. */
  url: string;
  /** Forwards again, also what was held back. */
  restore(): void;
  /** Forwards nothing and closes nothing, for old and new connections. */
  hold(): void;
  /** Closes all connections and every new one. */
  refuse(): void;
  /** Drops what the server sends on connections that began with `text` among the client's first bytes. */
  mute(text: string): void;
}

/** How much of a connection's beginning `mute` searches, in characters. */
const searchedLength = 4_096;

/** Starts a link to the server of a URL on a free port of 127.0.0.1. */
export async function startFaultyLink(serverUrl: string): Promise<FaultyLink> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let held: PromiseWithResolvers<void> | undefined;
  let isRefused = false;
  let mutedText: string | undefined;

  const server = createServer({ noDelay: true }, (client) => {
    if (isRefused) return client.destroy();
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    let sent = "";
    const isPassed = { up: () => true, down: () => !mutedText || !sent.includes(mutedText) };
    client.on("data", (chunk) => {
      if (sent.length < searchedLength) sent += chunk.toString("latin1");
    });
    forward(client, upstream, isPassed.up);
    forward(upstream, client, isPassed.down);
  });
  /** Passes bytes on in order, and the end of the connection; while it is held, neither. */
  function forward(from: Socket, to: Socket, isPassed: () => boolean): void {
    sockets.add(from);
    let last = Promise.resolve();
    const after = (work: () => void) => {
      last = last.then(() => held?.promise).then(work);
    };
    from.on("data", (chunk) => {
      const passes = isPassed();
      after(() => passes && to.writable && to.write(chunk));
    });
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      after(() => to.destroy());
    });
  }
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const restore = () => {
    isRefused = false;
    mutedText = undefined;
    held?.resolve();
    held = undefined;
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  // Safety: a server that listens on a port has an address of this type.
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href.replace(/\/$/, ""),
    restore,
    hold() {
      held ??= Promise.withResolvers();
    },
    refuse() {
      isRefused = true;
      closeAll();
    },
    mute(text) {
      mutedText = text;
    },
    async [Symbol.asyncDispose]() {
      restore();
      server.close();
      closeAll();
      await once(server, "close");
    },
  };
}
