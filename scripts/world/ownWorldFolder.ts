import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "#protocol/values/ifMissing";

/**
 * Creates a world's folder for a collection. If the folder belongs to a different collection, whose stories and
 * snapshots this collection cannot read, moves that folder aside, and moves this collection's folder back.
 *
 * @param contract name of the collection's contract.
 * @returns a message about the move; undefined if nothing moved. @throws {Error} if the other collection's folder
 *   exists in both locations.
 */
export async function ownWorldFolder(
  directory: string,
  contract: string,
): Promise<string | undefined> {
  const marker = join(directory, "contract.txt");
  const owner = (await readFile(marker, "utf8").catch(ifMissing))?.trim();
  const isForeign = owner !== undefined && owner !== contract;
  if (isForeign) await moveAside(directory, owner, contract);
  await mkdir(directory, { recursive: true });
  await writeFile(marker, `${contract}\n`);
  if (!isForeign) return undefined;
  return `${directory} belonged to ${owner}. It is now ${previousWorldPath(directory, owner)}, and will be restored when you start that collection.`;
}

async function moveAside(directory: string, owner: string, contract: string): Promise<void> {
  const aside = previousWorldPath(directory, owner);
  if (existsSync(aside)) {
    throw new Error(
      `${directory} and ${aside} both belong to ${owner}. Move one of them to a different place, then start again.`,
    );
  }
  await rename(directory, aside);
  await rename(previousWorldPath(directory, contract), directory).catch(ifMissing);
}

function previousWorldPath(directory: string, contract: string): string {
  return `${directory}-${contract}`;
}
