import { once } from "node:events";
import { createServer } from "node:net";

/** A port of 127.0.0.1 without a listener. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  if (typeof address !== "object" || address === null) throw new Error("No free port.");
  probe.close();
  await once(probe, "close");
  return address.port;
}
