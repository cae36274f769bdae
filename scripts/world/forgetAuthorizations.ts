import { rm } from "node:fs/promises";
import { makeFolder } from "../../api/src/durableFile.ts";
import { authorizationFolder } from "../../api/src/mint/folderAuthorizations.ts";
import { lockFolder } from "../../api/src/narratives/folderLock.ts";

/**
 * Forgets what was signed for the chain that was: the one that begins anew has used none of it.
 *
 * @throws {FolderLockError} when another world is at work in the folder.
 */
export async function forgetAuthorizations(dataDir: string): Promise<void> {
  await makeFolder(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    await rm(authorizationFolder(dataDir), { recursive: true, force: true });
  } finally {
    unlock();
  }
}
