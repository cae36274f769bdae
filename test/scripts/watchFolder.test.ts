import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchFolder } from "../../scripts/shared/watchFolder.ts";

describe("npm start, watching the contracts", () => {
  let folder: string;
  let file: string;
  let stop: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "fringe-drifters-watch-"));
    file = join(folder, "Contract.sol");
    await writeFile(file, "first");
  });
  afterEach(async () => {
    await stop?.();
    await rm(folder, { recursive: true });
  });

  /** Starts watching and returns a function that waits for the next reported change. */
  async function watch(): Promise<() => Promise<void>> {
    const told: (() => void)[] = [];
    const waiting: (() => void)[] = [];
    stop = await watchFolder(folder, async () => {
      const resolve = waiting.shift();
      if (resolve) resolve();
      else told.push(() => undefined);
    });
    return () =>
      told.shift() ? Promise.resolve() : new Promise((resolve) => waiting.push(() => resolve()));
  }

  it("keeps watching after an editor has replaced a file", async () => {
    const changed = await watch();
    for (const words of ["second", "third"]) {
      await writeFile(join(folder, "saved"), words);
      await rename(join(folder, "saved"), file);
      await changed();
    }
  });

  it("reports a change during a rebuild as another change", async () => {
    let calls = 0;
    const { promise: second, resolve } = Promise.withResolvers<void>();
    stop = await watchFolder(folder, async () => {
      calls += 1;
      if (calls === 1) await writeFile(file, "during");
      else resolve();
    });
    await writeFile(file, "before");
    await second;
  });
});
