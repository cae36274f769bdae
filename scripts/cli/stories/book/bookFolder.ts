import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CID } from "multiformats/cid";
import { bookCarFile } from "#protocol/book";
import { BookCar } from "./bookCar.ts";

/** Files that are written at the same time. */
const mostWrites = 16;

/** A book that is being written: a folder with its files by relative path, and their CAR. */
export class BookFolder {
  readonly #root: string;
  readonly #car: BookCar;
  readonly #paths = new Set<string>();
  readonly #folders = new Map<string, Promise<unknown>>();
  readonly #writes = new Set<Promise<void>>();
  #failure: unknown;

  /** @param root an empty folder. */
  constructor(root: string) {
    this.#root = root;
    this.#car = new BookCar(join(root, bookCarFile));
  }

  /** Names a file that will be written, so that pages can link it. */
  plan(path: string): void {
    this.#paths.add(path);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Writes a file; perhaps later, then `finish` throws what fails. The order of the calls is that of the CAR. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    this.plan(path);
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const added = this.#car.add(path, bytes);
    const write: Promise<void> = this.#writeFile(join(this.#root, path), bytes)
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
    await added;
    if (this.#writes.size >= mostWrites) await Promise.race(this.#writes);
  }

  async #writeFile(file: string, bytes: Uint8Array): Promise<void> {
    const folder = dirname(file);
    const made = this.#folders.get(folder) ?? mkdir(folder, { recursive: true });
    this.#folders.set(folder, made);
    await made;
    await writeFile(file, bytes, { flag: "wx" });
  }

  /** Waits until all is written. @returns the CID of all files as a directory. */
  async finish(): Promise<CID> {
    await Promise.all(this.#writes);
    if (this.#failure !== undefined) throw this.#failure;
    return this.#car.finish();
  }

  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#writes, this.#car.abandon()]);
  }
}
