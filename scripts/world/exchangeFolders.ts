import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "#protocol/values/ifMissing";
import { recordsFolder } from "#service/authorizations";
import { lockFolder } from "#service/files";

const folders = ["narratives", "collection"] as const;

/** A replacement that can be undone. */
export interface Exchange {
  /** Restores the previous folders. */
  undo(): Promise<void>;
  /** Deletes the previous folders. */
  settle(): Promise<void>;
}

interface MoveOptions {
  keepsStories: boolean;
  staged: string;
  home: string;
}

/** Moves a new world's folders into place, together with the stories to keep. */
export async function moveIntoPlace({
  staged,
  home,
  keepsStories,
}: MoveOptions): Promise<Exchange> {
  await mkdir(home, { recursive: true });
  await recoverFolders(home);
  const narratives = join(home, "narratives");
  // Throws if a different process is using these stories.
  if (existsSync(narratives)) lockFolder(narratives)();
  if (keepsStories) await copyStories(narratives, join(staged, "narratives"));
  return exchangeFolders(staged, home);
}

/** Replaces the stories and portraits in `home` with those in `staged`. */
export async function exchangeFolders(staged: string, home: string): Promise<Exchange> {
  await recoverFolders(home);
  const former = join(home, "former");
  await mkdir(former, { recursive: true });
  for (const folder of folders) {
    await moveIfExists(join(home, folder), join(former, folder));
    await rename(join(staged, folder), join(home, folder));
  }
  return {
    async undo() {
      for (const folder of folders) await rename(join(home, folder), join(staged, folder));
      await recoverFolders(home);
    },
    settle: () => rm(former, { recursive: true, force: true }),
  };
}

/** Restores the folders after an interrupted replacement. */
export async function recoverFolders(home: string): Promise<void> {
  const former = join(home, "former");
  for (const folder of folders) {
    const isThere = await readdir(join(home, folder)).then(
      () => true,
      () => false,
    );
    if (!isThere) await moveIfExists(join(former, folder), join(home, folder));
  }
  await rm(former, { recursive: true, force: true });
}

/**
 * Copies stories from one folder to another: for each token with stories in `from`, hidden or not,
 * they replace the token's stories in `to`. Nothing else may write to either folder at the same
 * time. Does not copy mint authorizations and minted ranges, which belong to the previous chain.
 */
export async function copyStories(from: string, to: string): Promise<void> {
  const records = join(from, recordsFolder);
  const entries = await readdir(from, { recursive: true }).catch(() => []);
  const names = entries.filter((name) => !join(from, name).startsWith(records));
  const known = new Set(names.map(parseTokenId));
  for (const name of await readdir(to, { recursive: true })) {
    const drifterId = parseTokenId(name);
    if (drifterId !== undefined && known.has(drifterId)) await rm(join(to, name));
  }
  if (names.length === 0) return;
  const isStory = (file: string) => !file.endsWith(".lock") && !file.startsWith(records);
  await cp(from, to, { recursive: true, filter: isStory });
}

/** Returns the token ID from a story file name: `7` for `7.1.….json` and `hidden/7.json`; undefined for other files. */
function parseTokenId(path: string): string | undefined {
  return /(?:^|[/\\])(?<drifterId>\d+)\.[^/\\]*$/.exec(path)?.groups?.drifterId;
}

async function moveIfExists(from: string, to: string): Promise<void> {
  await rename(from, to).catch(ifMissing);
}
