import { once } from "node:events";
import { createServer } from "node:net";

/** Returns this port on 127.0.0.1, or any free port. @throws {Error} if the port is in use. */
export async function freePort(port = 0): Promise<number> {
  const probe = createServer().listen(port, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  if (typeof address !== "object" || address === null) throw new Error("No free port.");
  probe.close();
  await once(probe, "close");
  return address.port;
}
