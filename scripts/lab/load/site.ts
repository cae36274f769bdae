import { readFile } from "node:fs/promises";
import { join } from "node:path";

const production = join(import.meta.dirname, "../../../api/production");

/** Machine-specific values of the site. */
export interface SitePlace {
  httpPort: number;
  httpsPort: number;
  /** Ports of the two processes. */
  processPorts: readonly [number, number];
  certificatePath: string;
  keyPath: string;
}

/**
 * Reads `api/production/nginx.conf` with names, ports and certificates replaced for 127.0.0.1.
 */
export async function readSite(place: SitePlace): Promise<string> {
  const { httpPort, httpsPort, processPorts, certificatePath, keyPath } = place;
  const site = await readFile(join(production, "nginx.conf"), "utf8");
  const certificates = "/etc/letsencrypt/live/drifters.example";
  return [
    ["  listen [::]:80;\n", ""],
    ["  listen [::]:443 ssl http2;\n", ""],
    ["listen 80;", `listen 127.0.0.1:${httpPort};`],
    ["listen 443 ssl", `listen 127.0.0.1:${httpsPort} ssl`],
    ["server 127.0.0.1:3001 ", `server 127.0.0.1:${processPorts[0]} `],
    ["server 127.0.0.1:3002 ", `server 127.0.0.1:${processPorts[1]} `],
    [`${certificates}/fullchain.pem`, certificatePath],
    [`${certificates}/privkey.pem`, keyPath],
    ["server_name drifters.example;", "server_name localhost;"],
  ].reduce((text, [from = "", to = ""]) => exchange(text, from, to), site);
}

/** Reads `api/production/nginx.cache.conf` with folders below nginx's own. */
export async function readCache(): Promise<string> {
  const cache = await readFile(join(production, "nginx.cache.conf"), "utf8");
  return exchange(cache, "/var/lib/nginx/", "");
}

/** Reads the variables that `api/production/drifters@.service` sets for the process on a port. */
export async function readUnitEnvironment(port: number): Promise<Record<string, string>> {
  const unit = await readFile(join(production, "drifters@.service"), "utf8");
  const assignments = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(
    ([, given = ""]) => given.replaceAll("%i", String(port)).match(/\w+=\S*/g) ?? [],
  );
  return Object.fromEntries(
    assignments.map((assignment) => assignment.split("=") as [string, string]),
  );
}

function exchange(text: string, from: string, to: string): string {
  if (text.includes(from)) return text.replaceAll(from, to);
  throw new Error(`nginx's configuration in api/production has no "${from.trim()}" any more.`);
}
