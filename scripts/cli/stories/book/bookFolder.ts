import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bookCarFile } from "#protocol/book";
import type { Cid } from "../ipfs.ts";
import type { SiteFiles } from "../siteFiles.ts";
import { CarWriter } from "./carWriter.ts";

/** Files that are written at the same time. */
const mostWrites = 16;

/**
 * A book that is being written: a folder with its files by relative path. Its CAR is written at the same time, with the
 * files in the order in which they are added.
 */
export class BookFolder implements AsyncDisposable {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #paths = new Set<string>();
  readonly #folders = new Map<string, Promise<unknown>>();
  readonly #writes = new Set<Promise<void>>();
  readonly #car: CarWriter;
  #failure: unknown;

  private constructor(root: string, signal: AbortSignal, car: CarWriter) {
    this.#root = root;
    this.#signal = signal;
    this.#car = car;
  }

  /**
   * @param root an empty folder.
   * @param signal stops the writing.
   */
  static async create(root: string, signal: AbortSignal): Promise<BookFolder> {
    return new BookFolder(root, signal, await CarWriter.create(join(root, bookCarFile)));
  }

  /** Names a file that will be written, so that pages can link it. */
  plan(path: string): void {
    this.#paths.add(path);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Adds a file. It is written perhaps later; then `finish` throws what fails. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    this.#signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
    this.plan(path);
    const bytes = Buffer.from(content);
    const write: Promise<void> = this.#placeOf(path)
      .then((file) => writeFile(file, bytes, { flag: "wx" }))
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    await this.#car.add(path, { content: bytes });
    if (this.#writes.size >= mostWrites) await Promise.race(this.#writes);
  }

  /** Copies a file of a site, which has to be added then. @returns whether the site has it. */
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

  /** Adds a file that was copied. */
  async addCopied(path: string): Promise<void> {
    this.#signal.throwIfAborted();
    await this.#car.add(path, { source: join(this.#root, path) });
  }

  /** Waits until all is written. @returns the CID of the directory of all files. */
  async finish(): Promise<Cid> {
    await Promise.all(this.#writes);
    if (this.#failure !== undefined) throw this.#failure;
    return await this.#car.finish();
  }

  /** Waits until nothing is being written, even after a failure. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#writes);
    this.#car.close();
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
}
