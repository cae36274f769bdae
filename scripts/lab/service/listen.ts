import { once } from "node:events";
import type { Server } from "node:http";

/** A running server. */
export interface Serving {
  url: string;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function listen(server: Server): Promise<Serving> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
