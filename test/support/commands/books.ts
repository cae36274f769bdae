import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { requestResource } from "../../../scripts/test/runner/resources.ts";
import { temporaryFolder } from "../api/apiFixture.ts";
import type { ScriptOutcome } from "./runScript.ts";
import { type StoryCommands, useStoryCommands } from "./storyCommands.ts";

/** Stories of two drifters, their collection and a folder for a book. */
export interface BookCommands {
  at: StoryCommands;
  collectionDir: string;
  /** A new path for each test. */
  book: string;
  drifterIds: readonly [string, string];
  /** Writes a book, by default to `book`. */
  write(folder?: string, ...more: string[]): Promise<ScriptOutcome>;
  /** Returns the path of a new store. */
  newStore(): Promise<string>;
}

/** Registers hooks that make a collection for the stories of `useStoryCommands`. */
export function useBooks(): BookCommands {
  const at = useStoryCommands();
  // Safety: the hooks set the rest before a test can read it.
  const books = {
    at,
    write: (folder = books.book, ...more) =>
      at.stories(["book", folder, ...more], { COLLECTION_DIR: books.collectionDir }),
    newStore: async () => join(await temporaryFolder(), "narratives"),
  } as BookCommands;

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
      await put(`images/${id}.jpg`, `small ${id}`);
    }
    await put(`images/full/${ids[0]}.jpg`, "full");
  });
  beforeEach(() => {
    books.book = join(at.folder, "book");
  });
  return books;
}

/** Paths of all files below a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** SHA-256 of all files below a folder, by path. */
export async function digestsOf(folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const path of await filesIn(folder)) {
    const bytes = await readFile(join(folder, path));
    digests[path] = createHash("sha256").update(bytes).digest("hex");
  }
  return digests;
}
