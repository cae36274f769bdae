import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Every document of the repository, by its path; the local world's stories are none. */
export const documents: readonly string[] = execFileSync("git", ["ls-files", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => !file.startsWith("scripts/collection/tales/"));

export function textOf(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}

/** What the `sh` blocks of a document tell to type, a line each, without the comments behind it. */
export async function readShellCommands(file: string): Promise<string[]> {
  const blocks = (await textOf(file)).matchAll(/^```sh\n(.*?)^```/gms);
  return [...blocks]
    .flatMap(([, block = ""]) => block.trim().split("\n"))
    .map((line) => line.replace(/\s+# .*$/, ""));
}
