import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A book that is being written: a folder with its files by relative path. */
export class BookFolder {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #paths = new Set<string>();
  readonly #folders = new Map<string, Promise<unknown>>();

  /**
   * @param root an empty folder.
   * @param signal stops the writing.
   */
  constructor(root: string, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
  }

  /** Names a file that will be written, so that pages can link it. */
  plan(path: string): void {
    this.#paths.add(path);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    this.plan(path);
    await writeFile(await this.pathOf(path), content, { flag: "wx" });
  }

  /** Creates the folder of a file that will be written. @returns the file's path on the disk. */
  async pathOf(path: string): Promise<string> {
    this.#signal.throwIfAborted();
    const file = join(this.#root, path);
    const folder = dirname(file);
    const made = this.#folders.get(folder) ?? mkdir(folder, { recursive: true });
    this.#folders.set(folder, made);
    await made;
    return file;
  }
}
