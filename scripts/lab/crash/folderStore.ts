import { mkdtempSync, rmSync, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CrashStore } from "./crashStore.ts";
import { assertDurable } from "./durabilityViolation.ts";

/** Name of a revision's file: drifter, revision and the text's SHA-256. */
const fileForm = /^(?<drifterId>\d+)\.(?<revision>\d+)\.(?<hash>[0-9a-f]{64})\.json$/;

/** Other files of the service in the folder. */
const serviceFiles = new Set([".search", ".lock", ".format.json"]);

/** Creates a temporary folder for the embedded store. */
export function openFolderStore(): CrashStore {
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
  assertDurable(
    parts !== undefined,
    () => `After the start ${name} remains in the stories' folder.`,
  );
  const { drifterId = "", revision, hash = "" } = parts;
  return { drifterId, revision: Number(revision), hash };
}

/** Creates a folder that is deleted when disposed of or when the process ends. */
export function temporaryFolder(purpose: string): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), `fringe-drifters-crash-${purpose}-`));
  const remove = () => {
    process.off("exit", remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return { path, [Symbol.dispose]: remove };
}
