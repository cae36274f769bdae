import type { Settings } from "../env.ts";
import { FolderAuthorizations } from "./folderAuthorizations.ts";
import type { AuthorizationStore } from "./store.ts";

/** Opens the record of what has been signed, where there is a key to sign with: beside the stories. */
export async function openAuthorizations({
  mint,
  dataDir,
}: Pick<Settings, "mint" | "dataDir">): Promise<AuthorizationStore | undefined> {
  return mint && FolderAuthorizations.open(dataDir);
}
