import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A book that is being written: a folder with its files, by relative path. */
export class BookFolder {
  readonly root: string;
  readonly #paths = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(root: string) {
    this.root = root;
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
    const file = join(this.root, path);
    const folder = dirname(file);
    if (!this.#folders.has(folder)) await mkdir(folder, { recursive: true });
    this.#folders.add(folder);
    await writeFile(file, content, { flag: "wx" });
  }

  /** Paths of all files, sorted by code units. */
  paths(): string[] {
    return [...this.#paths].sort();
  }
}
