import { spawn } from "node:child_process";
import { once } from "node:events";
import { utimes } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds from a save to the first result. */
export interface WatchTimes {
  contract: number[];
  unitTest: number[];
}

const files = {
  contract: "contracts/FringeDrifters.sol",
  unitTest: "test/protocol/drifterId.test.ts",
};

const pauseMilliseconds = 4_000;

/** Runs `npm run watch` in this working tree and saves files without a change. */
export async function measureWatch(
  rounds: number,
  tell: (doing: string) => void,
): Promise<WatchTimes> {
  const times: WatchTimes = { contract: [], unitTest: [] };
  const child = spawn(process.execPath, ["scripts/watch.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const readUntil = async (pattern: RegExp): Promise<string> => {
      for (let line = await lines.next(); !line.done; line = await lines.next()) {
        const found = pattern.exec(line.value);
        if (found) return found[1] ?? "";
      }
      throw new Error("npm run watch has ended. Run it by itself to see why.");
    };
    await readUntil(/^Watching\./);
    for (let round = 1; round <= rounds; round++) {
      for (const kind of ["unitTest", "contract"] as const) {
        // People do not save the next file at once, and meanwhile processes for its tests get ready.
        await delay(pauseMilliseconds);
        tell(`round ${round} of ${rounds}, ${files[kind]}`);
        const now = new Date();
        await utimes(files[kind], now, now);
        const seconds = await readUntil(/the first result after ([\d.]+) s$|^No test ran/);
        times[kind].push(Number(seconds || Number.NaN) * 1_000);
      }
    }
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  return times;
}
