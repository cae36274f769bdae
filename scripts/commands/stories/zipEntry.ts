import { openPromise } from "yauzl";
import { SourceError } from "../../shared/servedRevisions.ts";

/** Yields the bytes of a file in a ZIP archive. @throws {SourceError} if the archive is damaged or lacks the file. */
export async function* readZipEntry(path: string, name: string): AsyncGenerator<Buffer> {
  try {
    const zip = await openPromise(path);
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      yield* await zip.openReadStreamPromise(entry);
      return;
    }
  } catch (error) {
    throw new SourceError(`${path} is not a complete ZIP archive: ${(error as Error).message}`);
  }
  throw new SourceError(`${path} is not an EPUB of stories: it has no ${name}.`);
}
