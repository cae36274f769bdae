import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Lists the paths of git-tracked files that match a git pattern. */
export function trackedFiles(pattern: string): string[] {
  const listed = execFileSync("git", ["ls-files", pattern], { cwd: root, encoding: "utf8" });
  return listed.trim().split("\n");
}

/** Paths of the repository's documents, without the local world's stories. */
export const documents: readonly string[] = trackedFiles("*.md").filter(
  (file) => !file.startsWith("collection/stories/"),
);

export function textOf(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}
