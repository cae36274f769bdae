import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { requestResource } from "../../../scripts/test/runner/resources.ts";
import { temporaryFolder } from "../temporaryFolder.ts";
import { useStoryCommands } from "./storyCommands.ts";

/** Registers hooks that create a collection for the stories of `useStoryCommands`. */
export function useBooks() {
  const at = useStoryCommands();
  // Safety: complete before a test can read it.
  const books = {} as {
    collectionDir: string;
    /** Path of a book that does not exist yet, different in each test. */
    book: string;
    drifterIds: readonly [string, string];
  };

  before(async () => {
    await requestResource("page");
    const ids = [...new Set(at.records.map(({ drifterId }) => drifterId))];
    books.drifterIds = ids as [string, string];
    books.collectionDir = await temporaryFolder();
    const put = (file: string, text: string) => writeFile(join(books.collectionDir, file), text);
    for (const folder of ["metadata", "images/full"]) {
      await mkdir(join(books.collectionDir, folder), { recursive: true });
    }
    for (const id of ids) {
      const attributes = [{ trait_type: "Helm", value: "Globe" }];
      await put(`metadata/${id}.json`, JSON.stringify({ name: `Ilse <${id}>`, attributes }));
      await put(`images/${id}.jpg`, imageOf(`small ${id}`));
    }
    await put(`images/full/${ids[0]}.jpg`, imageOf("full"));
  });
  beforeEach(() => {
    books.book = join(at.folder, "book");
  });
  return Object.assign(books, {
    at,
    /** Writes a book, by default to `book`. */
    write: (folder = books.book, ...more: string[]) =>
      at.stories(["book", folder, ...more], { COLLECTION_DIR: books.collectionDir }),
    /** Returns the path of a new store. */
    newStore: async () => join(await temporaryFolder(), "narratives"),
  });
}

/** Returns an image's bytes: a GIF's signature and a text. */
export const imageOf = (text: string) => `GIF89a\x01\0\x01\0${text}`;

/** Lists the paths of all files below a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Reads all files below a folder, by path. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const path of await filesIn(folder))
    contents[path] = await readFile(join(folder, path), "hex");
  return contents;
}
