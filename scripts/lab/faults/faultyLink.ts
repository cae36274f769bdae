import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

/** A TCP proxy in front of a server, which can stop working as networks do. */
export interface FaultyLink extends AsyncDisposable {
  /** The server's URL, by way of this link. */
  url: string;
  /** Forwards again, also what was held back. */
  restore(): void;
  /** Forwards nothing and closes nothing, for old and new connections. */
  hold(): void;
  /** Like `hold`, but the connections that exist now stay dead after `restore`, as when a router forgets them. */
  forget(): void;
  /** Closes all connections and every new one. */
  refuse(): void;
  /** Delays what the server sends. */
  slowDown(milliseconds: number): void;
  /** Drops what the server sends on connections on which the client has sent `text`; other connections work. */
  mute(text: string): void;
  /** Closes the connections on which the client has sent `text`. */
  cut(text: string): void;
}

interface Connection {
  client: Socket;
  server: Socket;
  /** What the client has sent, up to the most that is searched. */
  sent: string;
  isForgotten: boolean;
}

/** Most bytes of a connection's beginning that `mute` and `cut` search. */
const searchedBytes = 4_096;

/** Starts a link to the server of a URL on a free port of 127.0.0.1. */
export async function startFaultyLink(url: string): Promise<FaultyLink> {
  const target = new URL(url);
  const connections = new Set<Connection>();
  const held: (() => void)[] = [];
  let isHeld = false;
  let isRefused = false;
  let latencyMilliseconds = 0;
  let mutedText: string | undefined;

  const isMuted = ({ sent }: Connection) => mutedText !== undefined && sent.includes(mutedText);
  const mayPass = async (connection: Connection) => {
    while (isHeld || connection.isForgotten) {
      await new Promise<void>((resolve) => held.push(resolve));
    }
  };
  const passing = (connection: Connection, look: (chunk: Buffer) => Promise<boolean>) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const pass = async () => {
          const isPassed = await look(chunk);
          await mayPass(connection);
          return isPassed ? chunk : undefined;
        };
        pass().then((passed) => done(null, passed), done);
      },
    });

  const server = createServer({ noDelay: true }, async (client) => {
    if (isRefused) return client.destroy();
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    const connection: Connection = { client, server: upstream, sent: "", isForgotten: false };
    connections.add(connection);
    const close = () => {
      connections.delete(connection);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.on("error", () => undefined);
      // While nothing is forwarded, neither is the end of a connection.
      socket.on("close", () => void mayPass(connection).then(close));
    }
    const up = passing(connection, async (chunk) => {
      if (connection.sent.length < searchedBytes) connection.sent += chunk.toString("latin1");
      return true;
    });
    const down = passing(connection, async () => {
      if (latencyMilliseconds > 0) await delay(latencyMilliseconds);
      return !isMuted(connection);
    });
    client.pipe(up).pipe(upstream);
    upstream.pipe(down).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The link has no port.");
  const place = new URL(url);
  place.hostname = "127.0.0.1";
  place.port = String(address.port);

  const destroyAll = (isMeant: (connection: Connection) => boolean) => {
    for (const { client, server } of [...connections].filter(isMeant)) {
      client.destroy();
      server.destroy();
    }
  };
  const restore = () => {
    isHeld = isRefused = false;
    latencyMilliseconds = 0;
    mutedText = undefined;
    for (const resume of held.splice(0)) resume();
  };
  const hold = () => {
    isHeld = true;
  };
  return {
    url: place.href.replace(/\/$/, ""),
    restore,
    hold,
    forget() {
      hold();
      for (const connection of connections) connection.isForgotten = true;
    },
    refuse() {
      isRefused = true;
      destroyAll(() => true);
    },
    slowDown(milliseconds) {
      latencyMilliseconds = milliseconds;
    },
    mute(text) {
      mutedText = text;
    },
    cut: (text) => destroyAll(({ sent }) => sent.includes(text)),
    async [Symbol.asyncDispose]() {
      server.close();
      for (const connection of connections) connection.isForgotten = false;
      restore();
      destroyAll(() => true);
      await once(server, "close");
    },
  };
}
