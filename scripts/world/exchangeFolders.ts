import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { authorizationFolder } from "#service/authorizations";
import { formatFile } from "#service/stories";

const folders = ["narratives", "collection"] as const;

/** An exchange that can still be undone. */
interface Exchange {
  /** Puts back what was there before. */
  undo(): Promise<void>;
  /** Lets go of what was there before. */
  settle(): Promise<void>;
}

/** Puts the stories and portraits that are `staged` in the place of those in `home`, if there are any. */
export async function exchangeFolders(staged: string, home: string): Promise<Exchange> {
  await recoverFolders(home);
  const former = join(home, "former");
  await mkdir(former, { recursive: true });
  for (const folder of folders) {
    await moveIfThere(join(home, folder), join(former, folder));
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

/** Puts back what an exchange that was cut short has moved away. */
export async function recoverFolders(home: string): Promise<void> {
  const former = join(home, "former");
  for (const folder of folders) {
    const isThere = await readdir(join(home, folder)).then(
      () => true,
      () => false,
    );
    if (!isThere) await moveIfThere(join(former, folder), join(home, folder));
  }
  await rm(former, { recursive: true, force: true });
}

/**
 * Adds the stories of one folder to those of another: a drifter that has any in `from` gets these
 * instead, hidden or not. Nobody may write in either meanwhile. Mint authorisations do not come along: they
 * were signed for a chain that is no more.
 */
export async function keepStories(from: string, to: string): Promise<void> {
  const signed = authorizationFolder(from);
  const entries = await readdir(from, { recursive: true }).catch(() => []);
  const names = entries.filter((name) => !join(from, name).startsWith(signed));
  const known = new Set(names.map(drifterOf));
  for (const name of await readdir(to, { recursive: true })) {
    const drifterId = drifterOf(name);
    if (drifterId !== undefined && known.has(drifterId)) await rm(join(to, name));
  }
  if (names.length === 0) return;
  const isStory = (file: string) => !file.endsWith(".lock") && !file.startsWith(signed);
  // Stories of an older version: the folder is brought up to date once more as it is opened.
  if (!names.includes(formatFile)) await rm(join(to, formatFile), { force: true });
  await cp(from, to, { recursive: true, filter: isStory });
}

/** `7` for `7.1.….json` and for `hidden/7.json`; nothing for what is no drifter's. */
function drifterOf(path: string): string | undefined {
  return /(?:^|[/\\])(?<drifterId>\d+)\.[^/\\]*$/.exec(path)?.groups?.drifterId;
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
