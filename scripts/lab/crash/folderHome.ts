import { mkdtempSync, rmSync, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promise } from "./durabilityViolation.ts";
import type { StoryHome } from "./home.ts";

/** One accepted text is one file; its name says whose, which revision, and the text's SHA-256. */
const fileForm = /^(?<drifterId>\d+)\.(?<revision>\d+)\.(?<hash>[0-9a-f]{64})\.json$/;

/** What else the service keeps in the folder. */
const serviceFiles = new Set([".lock", ".format.json"]);

/** The embedded store in a new folder, which is removed in the end. */
export function openFolderHome(): StoryHome {
  const folder = temporaryFolder("stories");
  return {
    name: "lowdb",
    environment: { DATA_DIR: folder.path },
    database: undefined,
    async inventory() {
      const names = await readdir(folder.path);
      return names.filter((name) => !serviceFiles.has(name)).map(readName);
    },
    nextWrite: () =>
      new Promise((resolve) => {
        const watcher = watch(folder.path, () => {
          watcher.close();
          resolve();
        });
      }),
    // The writes of a killed process are complete: no other process continues them.
    settle: async () => undefined,
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
}

function readName(name: string) {
  const parts = fileForm.exec(name)?.groups;
  promise(parts !== undefined, () => `After the start ${name} is left in the stories' folder.`);
  const { drifterId = "", revision, hash = "" } = parts;
  return { drifterId, revision: Number(revision), hash };
}

/** A new folder that is gone when the process ends, if not before. */
export function temporaryFolder(purpose: string): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), `fringe-drifters-crash-${purpose}-`));
  const remove = () => {
    process.off("exit", remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return { path, [Symbol.dispose]: remove };
}
