import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripByteOrderMark } from "#protocol/values/textFile";

/** A story to publish for one of the standard collection's tokens. */
export interface ShippedStory {
  drifterId: string;
  /** Markdown. */
  narrative: string;
}

const folder = join(import.meta.dirname, "../../../collection/stories");

/** Reads all stories, by token id. */
export async function loadShippedStories(): Promise<ShippedStory[]> {
  const files = await readdir(folder);
  const ids = files.map((file) => Number.parseInt(file, 10)).sort((a, b) => a - b);
  return Promise.all(
    ids.map(async (id) => ({
      drifterId: String(id),
      narrative: stripByteOrderMark(await readFile(join(folder, `${id}.md`), "utf8")),
    })),
  );
}
