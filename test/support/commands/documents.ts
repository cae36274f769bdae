import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Paths of all documents of the repository, without the local world's stories. */
export const documents: readonly string[] = execFileSync("git", ["ls-files", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => !file.startsWith("collection/art/tales/"));

export function textOf(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}
