import { renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The wall clock of processes that are started with its environment. */
export interface WallClock extends Disposable {
  environment: Record<string, string>;
  /** Moves it to this distance from the machine's. */
  moveTo(offsetMilliseconds: number): void;
}

export function createWallClock(): WallClock {
  const file = join(tmpdir(), `fringe-drifters-clock-${process.pid}-${performance.now()}`);
  const preload = pathToFileURL(join(import.meta.dirname, "movedClock.ts")).href;
  const moveTo = (offsetMilliseconds: number) => {
    // Renamed, so that nobody reads a part.
    writeFileSync(`${file}.new`, String(offsetMilliseconds));
    renameSync(`${file}.new`, file);
  };
  moveTo(0);
  return {
    environment: { NODE_OPTIONS: `--import ${preload}`, WALL_CLOCK_FILE: file },
    moveTo,
    [Symbol.dispose]: () => rmSync(file, { force: true }),
  };
}
