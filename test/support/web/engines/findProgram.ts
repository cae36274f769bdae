import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Returns the first of these programs that this machine has: a path, or a name that is looked up in `PATH`. */
export async function findProgram(...names: readonly string[]): Promise<string | undefined> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    for (const path of name.includes("/") ? [name] : folders.map((folder) => join(folder, name))) {
      const isFound = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isFound) return path;
    }
  }
  return undefined;
}
