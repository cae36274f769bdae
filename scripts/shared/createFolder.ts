import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates a folder and its parents, unless they exist. Node's recursive `mkdir` never ends in `/proc`. */
export async function createFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  await createFolder(dirname(folder));
  await mkdir(folder);
}
