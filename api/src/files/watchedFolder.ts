import { type FSWatcher, watch } from "node:fs";
import { lstat, readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "#protocol/values/ifMissing";

/**
 * Types of Linux's file systems that report every change: ext4, XFS, Btrfs, tmpfs, overlay, ZFS and F2FS. Those of
 * networks and virtual machines report only what this machine changes.
 */
const reportingTypes = [
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010,
];
/** Each folder takes a watch of the operating system. */
const maxFolders = 64;
/** After this time, a folder that cannot be watched is tried again. */
const retryMilliseconds = 60_000;
/** For this time, a check shows that the folder is the same. */
const recentMilliseconds = 3_000;

/**
 * Reports changes of the files in a folder and its folders. It cannot where a file is a link, which may change
 * elsewhere, on file systems that do not report every change, and where the operating system has too few watches.
 */
export class WatchedFolder {
  readonly #path: string;
  readonly #onChange: () => void;
  readonly #watchers: FSWatcher[] = [];
  /** The watched folder, which another one may replace. Empty while there is none. */
  #identity: string | undefined;
  #isComplete = false;
  #scannedAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;

  constructor(path: string, onChange: () => void) {
    this.#path = path;
    this.#onChange = onChange;
  }

  /** Whether every change until a moment ago has been reported. */
  get isCurrent(): boolean {
    return this.#isComplete && performance.now() - this.#checkedAt < recentMilliseconds;
  }

  /** Checks whether it is still the same folder; otherwise watches the new one. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .catch(() => this.#stop())
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  /** Watches nothing until the next check. */
  close(): void {
    this.#stop();
    this.#identity = undefined;
  }

  async #check(): Promise<void> {
    const startedAt = performance.now();
    const found = await stat(this.#path).catch(ifMissing);
    const identity = found === undefined ? "" : `${found.dev} ${found.ino}`;
    const mayRetry = startedAt - this.#scannedAt >= retryMilliseconds;
    if (identity !== this.#identity || (!this.#isComplete && mayRetry)) {
      this.#stop();
      this.#identity = identity;
      this.#scannedAt = startedAt;
      this.#isComplete = identity === "" || (await reportsChanges(this.#path));
      if (identity !== "" && this.#isComplete) await this.#watch(this.#path);
      // Files may have changed before they were watched.
      this.#onChange();
    }
    this.#checkedAt = startedAt;
  }

  /** Watches a folder and those in it. */
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

  /** Notes what has taken a name: a link, or a folder, which the next check watches. */
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
