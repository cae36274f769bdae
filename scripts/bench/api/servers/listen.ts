import { once } from "node:events";
import type { Server } from "node:http";

/** Lets a server listen on any free port of this machine, and returns its URL. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return `http://127.0.0.1:${address.port}`;
}
