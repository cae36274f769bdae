import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/** Hashes Node's version and the names and contents of all files at or below these paths, excluding `except`. */
export async function fingerprint(
  root: string,
  paths: readonly string[],
  except: readonly string[] = [],
): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  const files = (await Promise.all(paths.map((path) => filesAt(join(root, path))))).flat();
  const names = files.map((file) => relative(root, file));
  for (const name of names.sort()) {
    if (except.some((folder) => !relative(folder, name).startsWith(".."))) continue;
    hash.update(`\0${name}\0`).update(await readFile(join(root, name)));
  }
  return hash.digest("hex");
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
