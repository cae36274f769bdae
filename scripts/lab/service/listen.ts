import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server on a free port of this machine. */
export async function listen(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Safety: a server that listens on a TCP port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
