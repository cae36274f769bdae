import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * Copies the tracked files and the compiled contracts to a folder, with links to the packages.
 *
 * @param preserved matches paths that are not copied.
 */
export async function copyProject(folder: string, preserved = /^$/): Promise<void> {
  const list = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  const compiled = ["artifacts", "cache/compile-cache.json", "cache/contractsBuild.txt"];
  for (const path of [...list.split("\0").filter(Boolean), ...compiled]) {
    if (!preserved.test(path)) await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  // The copy's own folder, in which the development server caches its bundles.
  await mkdir(join(folder, "node_modules"));
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name.startsWith(".vite")) continue;
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
}
