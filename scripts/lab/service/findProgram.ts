import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the first of these programs that this machine has: a path, or a name that is looked up in `PATH` and in the
 * folders of servers, which the `PATH` of an ordinary user often lacks.
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
