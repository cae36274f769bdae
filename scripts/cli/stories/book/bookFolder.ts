import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bookCarFile } from "#protocol/book";
import type { Cid } from "../ipfs.ts";
import { type CountOne, withProgress } from "../progress.ts";
import type { SiteFiles } from "../siteFiles.ts";
import { writeCar } from "./writeCar.ts";

/** Files that are written at the same time. */
const mostWrites = 16;

/** A book that is being written: a folder with its files by relative path. */
export class BookFolder {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #paths = new Set<string>();
  readonly #folders = new Map<string, Promise<unknown>>();
  readonly #writes = new Set<Promise<void>>();
  #failure: unknown;

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

  /** Writes a file; perhaps later, then `settle` throws what fails. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    this.#signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
    this.plan(path);
    const write: Promise<void> = this.#placeOf(path)
      .then((file) => writeFile(file, content, { flag: "wx" }))
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    if (this.#writes.size >= mostWrites) await Promise.race(this.#writes);
  }

  /** Copies a file of a site. @returns whether the site has it. */
  async copy(path: string, from: SiteFiles): Promise<boolean> {
    this.#signal.throwIfAborted();
    const file = await this.#placeOf(path);
    const isThere = await from.copy(path, file);
    if (isThere) this.plan(path);
    return isThere;
  }

  /** Reads a file that was copied. */
  read(path: string): Promise<string> {
    return readFile(join(this.#root, path), "utf8");
  }

  /** Makes the folder of a file. @returns the file's place on the disk. */
  async #placeOf(path: string): Promise<string> {
    const file = join(this.#root, path);
    const folder = dirname(file);
    const made = this.#folders.get(folder) ?? mkdir(folder, { recursive: true });
    this.#folders.set(folder, made);
    await made;
    return file;
  }

  /** Waits until no file is being written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writes);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Writes the CAR of all files. @returns the CID of their directory. */
  async writeCar(): Promise<Cid> {
    await this.settle();
    return withProgress(`Files added to ${bookCarFile}:`, (countOne) =>
      writeCar(join(this.#root, bookCarFile), this.#files(countOne)),
    );
  }

  async *#files(countOne: CountOne) {
    // Sorted, because the order is that of the blocks.
    for (const path of [...this.#paths].sort()) {
      this.#signal.throwIfAborted();
      // Nothing else runs meanwhile. Read without promises, it costs a third of the time.
      yield { path, content: readFileSync(join(this.#root, path)) };
      countOne();
    }
  }
}
