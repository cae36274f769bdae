import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { requestResource } from "../../../test/resources.ts";
import { step } from "../step.ts";
import { measureCommand } from "./measureCommand.ts";
import type { BookFigures, Files } from "./report.ts";
import { fillWorld } from "./world.ts";

/** Measures a book of `stories` stories and the import from it, in an empty folder. */
export async function measureBook(stories: number, folder: string): Promise<BookFigures> {
  await requestResource("page");
  const places = { dataDir: join(folder, "stories"), collectionDir: join(folder, "collection") };
  const book = join(folder, "book");
  await step(`${stories} stories`, () => fillWorld(places, stories));
  const environment = { DATA_DIR: places.dataDir, COLLECTION_DIR: places.collectionDir };
  const written = await step("npm run stories -- book", () =>
    measureCommand("stories", ["book", book], environment),
  );
  const imported = await step("npm run stories -- import book --offline", () =>
    measureCommand("stories", ["import", book, "--offline"], {
      DATA_DIR: join(folder, "restored"),
    }),
  );
  return { stories, written, imported, files: groupsOf(await sizesIn(book)) };
}

interface FileSize {
  path: string;
  bytes: number;
}

async function sizesIn(folder: string): Promise<FileSize[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes: FileSize[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    sizes.push({ path: file.slice(folder.length + 1), bytes: (await stat(file)).size });
  }
  return sizes;
}

function groupsOf(sizes: readonly FileSize[]): Record<string, Files> {
  const total = (wanted: readonly FileSize[]): Files => ({
    number: wanted.length,
    bytes: wanted.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  const matching = (pattern: RegExp) => sizes.filter(({ path }) => pattern.test(path));
  const search = matching(/^search\//).sort((a, b) => b.bytes - a.bytes);
  return {
    pages: total(matching(/\.html$/)),
    receipts: total(matching(/^stories\.jsonl$/)),
    "portraits and metadata": total(matching(/^drifters\//)),
    search: total(search),
    "largest file of the search": total(search.slice(0, 1)),
    all: total(sizes),
  };
}
