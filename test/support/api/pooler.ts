import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A server's messages after startup: authentication accepted, a dummy session key, ready for queries. */
const started = Buffer.from(
  "520000000800000000" + "4b0000000c0000000100000001" + "5a0000000549",
  "hex",
);
/** Type and length of the message with the session's ID and key. */
const keyMessage = Buffer.from("4b0000000c", "hex");

/**
 * Starts a pooler in front of a database. In session mode, each connection has its own session; in transaction mode,
 * all share the first connection's session and take turns.
 */
export async function startPooler(databaseUrl: string, mode: "session" | "transaction") {
  const { hostname, port } = new URL(databaseUrl);
  /** Names of the connections' startup parameters. */
  const parameters = new Set<string>();
  const sockets = new Set<Socket>();
  let shared: Socket | undefined;
  let receiver: Socket;

  const server = createServer(async (client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    const [startup] = (await once(client, "data")) as [Buffer];
    const words = startup.toString("latin1", 8).split("\0");
    for (let index = 0; words[index]; index += 2) parameters.add(words[index] ?? "");
    const isFollower = mode === "transaction" && shared !== undefined;
    const session = isFollower && shared ? shared : connect(Number(port), hostname);
    if (isFollower) client.write(started);
    else {
      sockets.add(session);
      session.on("error", () => session.destroy());
      session.write(startup);
      session.on("data", (data) => {
        // Poolers replace the session's ID with their own.
        const at = data.indexOf(keyMessage);
        if (at >= 0 && data[0] !== 0x54) data.fill(1, at + 5, at + 13);
        (mode === "session" ? client : receiver).write(data);
      });
      if (mode === "transaction") shared = session;
    }
    receiver = client;
    client.on("data", (data) => {
      receiver = client;
      // A client's termination message does not end the shared session.
      if (mode === "session" || data[0] !== 0x58) session.write(data);
    });
    client.on("close", () => mode === "session" && session.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    parameters,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
