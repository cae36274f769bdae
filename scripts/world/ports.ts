import { createServer } from "node:net";

/** @returns whether `port` of 127.0.0.1 has no listener. Port 0 is always free. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
