import { setTimeout as delay } from "node:timers/promises";
import { watch } from "chokidar";

/**
 * Calls `onChange` with the changed paths after files below the folders change, debounced. Changes
 * during a call cause another call.
 *
 * @param quietMilliseconds time without changes before a call, because editors save a file in
 * several steps. @returns the function that stops watching.
 */
export async function watchFolder(
  folders: string | string[],
  onChange: (files: readonly string[]) => Promise<void>,
  quietMilliseconds = 150,
): Promise<() => Promise<void>> {
  let changes = 0;
  let changed = new Set<string>();
  let isBusy = false;

  async function settle(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let seen = 0; seen !== changes; ) {
      seen = changes;
      await delay(quietMilliseconds);
      if (seen !== changes) continue;
      const files = [...changed];
      changed = new Set();
      await onChange(files);
    }
    isBusy = false;
  }

  const watcher = watch(folders, { ignoreInitial: true });
  watcher.on("all", (_event, path) => {
    changes += 1;
    changed.add(path);
    void settle();
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  return () => watcher.close();
}
