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

/** Makes each sync of a folder fail until the returned function is called. */
export function breakFolderSync(): Promise<() => void> {
  return replaceSync(async (handle, sync) => {
    if ((await handle.stat()).isDirectory()) throw new Error("Input/output error");
    await sync();
  });
}

/** The inodes of the files and folders that `work` syncs, in order. */
export async function syncedBy(work: () => Promise<unknown>): Promise<number[]> {
  const synced: number[] = [];
  const restore = await replaceSync(async (handle, sync) => {
    synced.push((await handle.stat()).ino);
    await sync();
  });
  try {
    await work();
  } finally {
    restore();
  }
  return synced;
}
