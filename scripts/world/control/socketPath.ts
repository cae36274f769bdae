import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The shortest limit that a system sets to the path of a socket, in bytes; macOS has it. */
const longestPathBytes = 103;

/** Where the world of `directory` listens for commands: a file, which no web page can reach. */
export function socketPath(directory: string): string {
  const place = resolve(directory);
  const key = createHash("sha256").update(place).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\fringe-drifters-${key}`;
  const path = join(place, "world.sock");
  if (Buffer.byteLength(path) <= longestPathBytes) return path;
  return join(tmpdir(), `fringe-drifters-${key}.sock`);
}
