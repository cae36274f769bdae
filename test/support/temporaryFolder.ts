import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const temporaryFolders: string[] = [];

/** Creates an empty folder, which is removed after all tests. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "collection-"));
  temporaryFolders.push(folder);
  return folder;
}

process.once("exit", () => {
  for (const folder of temporaryFolders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
