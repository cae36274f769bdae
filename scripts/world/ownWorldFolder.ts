import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "#protocol/values/ifMissing";

/**
 * Creates a world's folder for a collection. If the folder belongs to a different collection, whose stories and
 * snapshots this one could not read, it is moved aside, and this collection's own folder is moved back.
 *
 * @param contract name of the collection's contract.
 * @returns a message about the move, or undefined without one.
 * @throws {Error} if both folders of the other collection exist.
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
  return `${directory} belonged to ${owner}. It is now ${asideOf(directory, owner)}, and comes back when you start that collection.`;
}

async function moveAside(directory: string, owner: string, contract: string): Promise<void> {
  const aside = asideOf(directory, owner);
  if (existsSync(aside)) {
    throw new Error(
      `${directory} and ${aside} both belong to ${owner}. Move one of them to a different place, then start again.`,
    );
  }
  await rename(directory, aside);
  await rename(asideOf(directory, contract), directory).catch(ifMissing);
}

function asideOf(directory: string, contract: string): string {
  return `${directory}-${contract}`;
}
