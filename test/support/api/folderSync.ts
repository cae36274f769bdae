import { type FileHandle, open } from "node:fs/promises";

type Sync = (handle: FileHandle, sync: () => Promise<void>) => Promise<void>;

/** Replaces the sync of every file and folder until the returned function is called. */
async function replaceSync(replacement: Sync): Promise<() => void> {
  const handle = await open(import.meta.dirname);
  // Safety: every handle that node:fs/promises opens has this prototype.
  const prototype = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
  await handle.close();
  const { sync } = prototype;
  prototype.sync = function (this: FileHandle) {
    return replacement(this, () => sync.call(this));
  };
  return () => {
    prototype.sync = sync;
  };
}

/** Makes each sync of a folder, or of a file, fail until the returned function is called. */
export function breakFolderSync(what: "isDirectory" | "isFile" = "isDirectory") {
  return replaceSync(async (handle, sync) => {
    if ((await handle.stat())[what]()) throw new Error("Input/output error");
    await sync();
  });
}

type Look = (handle: FileHandle) => Promise<unknown>;
const inodeOf: Look = async (handle) => (await handle.stat()).ino;

/** Returns the inodes of the files and folders that `work` syncs, in order, or the result of `look` at each sync. */
export async function syncedBy(work: () => Promise<unknown>, look = inodeOf): Promise<unknown[]> {
  const synced: unknown[] = [];
  const restore = await replaceSync(async (handle, sync) => {
    synced.push(await look(handle));
    await sync();
  });
  try {
    await work();
  } finally {
    restore();
  }
  return synced;
}
