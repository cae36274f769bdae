import { join } from "node:path";
import { z } from "zod";
import { DurableFile } from "../durableFile.ts";
import { StoreFolderError } from "../storeFolder.ts";

/** File name of the folder's format version. */
const formatFile = ".format.json";

const version = 1;
const formatSchema = z.object({ version: z.int() });

/**
 * Records the folder's format.
 *
 * @throws {StoreFolderError} when the folder has the format of another version of this service.
 */
export async function checkFormat(folder: string): Promise<void> {
  const file = new DurableFile(join(folder, formatFile), formatSchema.parse);
  const found = await file.read();
  if (found === null) await file.write({ version });
  else if (found.version !== version) {
    throw new StoreFolderError(
      `${folder} has format ${found.version}; this service reads format ${version}. Run the service that wrote it.`,
    );
  }
}
