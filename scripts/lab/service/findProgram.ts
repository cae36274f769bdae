import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the first of these programs that exists: a path, or a name to look up in `PATH` and in
 * the sbin folders, which an ordinary user's `PATH` often lacks.
 */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return names
    .flatMap((name) => (name.includes("/") ? [name] : folders.map((folder) => join(folder, name))))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
