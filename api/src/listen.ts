import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Settings } from "./env.ts";

/** Resolves when a server listens; throws with `code: "EADDRINUSE"` when the port is taken. */
export async function listen(
  server: Server,
  { port, host }: Pick<Settings, "port" | "host">,
): Promise<void> {
  await once(server.listen(port, host), "listening");
}

/** The URL of a server that listens on a port. */
export function urlOf(server: Server): string {
  // Safety: such a server has an `AddressInfo`.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

export async function closeAtOnce(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
