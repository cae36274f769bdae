import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Maximum length of a socket's path on macOS, the lowest of all systems, in bytes. */
const longestPathBytes = 103;

/** Returns the path of the socket for commands: a file, which web pages cannot reach. */
export function socketPath(directory: string): string {
  const place = resolve(directory);
  const key = createHash("sha256").update(place).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\fringe-drifters-${key}`;
  const path = join(place, "world.sock");
  if (Buffer.byteLength(path) <= longestPathBytes) return path;
  return join(tmpdir(), `fringe-drifters-${key}.sock`);
}
