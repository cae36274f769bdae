import { createServer } from "node:net";

/** Ports of a world on 127.0.0.1. */
export interface WorldPorts {
  web: number;
  api: number;
  chain: number;
}

/** Options of `npm start`. */
const options = [
  { option: "--port", what: "web app", use: "web" },
  { option: "--api-port", what: "API", use: "api" },
  { option: "--chain-port", what: "local chain", use: "chain" },
] as const;

/** Returns which ports are in use, and the command that takes free ones instead; undefined if all are free. */
export async function describeBusyPorts(ports: WorldPorts): Promise<string | undefined> {
  const wanted = new Set(Object.values(ports));
  const lines: string[] = [];
  const others: string[] = [];
  for (const { option, what, use } of options) {
    const port = ports[use];
    if (await isPortFree(port)) continue;
    const other = await freePortAfter(port, wanted);
    wanted.add(other);
    lines.push(`Port ${port}, for the ${what}, is in use.`);
    others.push(`${option} ${other}`);
  }
  if (lines.length === 0) return undefined;
  const wayOut = `Stop the program that uses it (another npm start?), or run: npm start -- ${others.join(" ")}`;
  return [...lines, wayOut].join("\n");
}

async function freePortAfter(port: number, taken: ReadonlySet<number>): Promise<number> {
  const next = port < 65_535 ? port + 1 : 1_024;
  return !taken.has(next) && (await isPortFree(next)) ? next : freePortAfter(next, taken);
}

/** @returns whether `port` of 127.0.0.1 has no listener. */
function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
