import { type FSWatcher, watch } from "node:fs";
import { lstat, readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "#protocol/values/ifMissing";

/**
 * Linux file system types that report every change: ext4, XFS, Btrfs, tmpfs, overlay, ZFS and F2FS.
 * Network and VM file systems report only local changes.
 */
const reportingTypes = [
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010,
];
/** Maximum number of watched folders, each of which uses an inotify watch. */
const maxFolders = 64;
/** How long a folder stays unwatched after a failure. */
const retryMilliseconds = 60_000;
/** How long a check that the folder was not replaced remains valid. */
const recentMilliseconds = 3_000;

/**
 * Reports file changes in a folder and its subfolders. Does not work for symbolic links, on file
 * systems that do not report every change, or when inotify watches run out.
 */
export class WatchedFolder {
  readonly #path: string;
  readonly #onChange: () => void;
  readonly #watchers: FSWatcher[] = [];
  /** Identity of the watched folder, which may be replaced; empty while the folder does not exist. */
  #identity: string | undefined;
  #isComplete = false;
  #scannedAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;

  constructor(path: string, onChange: () => void) {
    this.#path = path;
    this.#onChange = onChange;
  }

  /** Returns whether every change up to a moment ago has been reported. */
  get isCurrent(): boolean {
    return this.#isComplete && performance.now() - this.#checkedAt < recentMilliseconds;
  }

  /** Checks whether the folder was replaced, and then watches the new folder. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .catch(() => this.#stop())
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  /** Stops watching until the next check. */
  close(): void {
    this.#stop();
    this.#identity = undefined;
  }

  async #check(): Promise<void> {
    const startedAt = performance.now();
    const found = await stat(this.#path).catch(ifMissing);
    // A recreated folder may get the old inode.
    const identity = found ? `${found.dev} ${found.ino} ${found.birthtimeMs}` : "";
    const mayRetry = startedAt - this.#scannedAt >= retryMilliseconds;
    if (identity !== this.#identity || (!this.#isComplete && mayRetry)) {
      this.#stop();
      this.#identity = identity;
      this.#scannedAt = startedAt;
      this.#isComplete = identity === "" || (await reportsChanges(this.#path));
      if (identity !== "" && this.#isComplete) await this.#watch(this.#path);
      // Files may have changed before the watch started.
      this.#onChange();
    }
    this.#checkedAt = startedAt;
  }

  /** Watches a folder and its subfolders. */
  async #watch(folder: string): Promise<void> {
    if (this.#watchers.length >= maxFolders) throw new Error(`${this.#path} has too many folders.`);
    const watcher = watch(folder, { persistent: false });
    this.#watchers.push(watcher);
    watcher.on("error", () => this.#stop());
    watcher.on("change", (event, name) => {
      this.#onChange();
      if (event === "rename") void this.#inspect(join(folder, String(name)));
    });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) this.#isComplete = false;
      const isHidden = entry.name.startsWith(".");
      if (entry.isDirectory() && !isHidden) await this.#watch(join(folder, entry.name));
    }
  }

  /** Records whether a name now belongs to a symbolic link, or to a folder to watch at the next check. */
  async #inspect(path: string): Promise<void> {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) this.#isComplete = false;
    if (found?.isDirectory()) this.#identity = undefined;
  }

  #stop(): void {
    this.#isComplete = false;
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }
}

async function reportsChanges(path: string): Promise<boolean> {
  return process.platform !== "linux" || reportingTypes.includes((await statfs(path)).type);
}
