import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import type { Logger } from "pino";
import { z } from "zod";
import { type DrifterId, isDrifterId } from "#protocol/values/drifterId";
import { ifMissing } from "#protocol/values/ifMissing";
import { CorruptFileError, DurableFile, makeFolder, syncFolder } from "../../files/durableFile.ts";
import type { HiddenToken, HideList } from "../store.ts";

const entrySchema = z.object({ reason: z.string(), hiddenAt: z.string() });
type Entry = z.infer<typeof entrySchema>;

const pauseMilliseconds = 250;

/**
 * The hide list in a story folder: one `hidden/{drifterId}.json` per token. A file hides the token,
 * whatever the file contains. Needs no lock, so the list can change while the service runs.
 */
export class HiddenFolder implements HideList {
  readonly #dataDir: string;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, "hidden");
  }

  async hide(drifterId: DrifterId, reason: string, hiddenAt = new Date().toISOString()) {
    // Creates the folder only inside a story folder: in a wrong DATA_DIR, it would hide nothing.
    await stat(this.#dataDir);
    await makeFolder(this.#folder);
    const before = await this.#read(drifterId);
    await this.#file(drifterId).write({ reason, hiddenAt: before.hiddenAt || hiddenAt });
  }

  async unhide(drifterId: DrifterId): Promise<boolean> {
    if (!(await this.ids()).has(drifterId)) return false;
    await rm(this.#pathOf(drifterId), { force: true });
    await syncFolder(this.#folder);
    return true;
  }

  async entries(): Promise<HiddenToken[]> {
    const ids = [...(await this.ids())];
    const entries = ids.map(async (drifterId) => ({ drifterId, ...(await this.#read(drifterId)) }));
    return (await Promise.all(entries)).sort((a, b) => (a.hiddenAt < b.hiddenAt ? -1 : 1));
  }

  /** Reads the hidden tokens' IDs. */
  async ids(): Promise<ReadonlySet<DrifterId>> {
    const names = (await readdir(this.#folder).catch(ifMissing)) ?? [];
    return new Set(names.map(parseHiddenFileName).filter((id) => id !== undefined));
  }

  /**
   * Calls `onLook` with the hidden tokens immediately, then every quarter second. While the folder
   * cannot be read, the last list stays in effect.
   *
   * @returns a function that stops watching.
   */
  async watch(onLook: (ids: ReadonlySet<DrifterId>) => void, logger: Logger) {
    const stop = new AbortController();
    let failure = "";
    onLook(await this.ids());
    const look = async () => {
      try {
        onLook(await this.ids());
        failure = "";
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== failure) logger.error({ reason }, "the hide list cannot be read");
        failure = reason;
      }
    };
    const options = { ref: false, signal: stop.signal };
    const watching = (async () => {
      for await (const _ of setInterval(pauseMilliseconds, undefined, options)) await look();
    })();
    // The loop ends when aborted.
    watching.catch(() => undefined);
    return () => stop.abort();
  }

  async #read(drifterId: DrifterId): Promise<Entry> {
    try {
      return (await this.#file(drifterId).read()) ?? emptyEntry;
    } catch (error) {
      if (error instanceof CorruptFileError) return emptyEntry;
      throw error;
    }
  }

  #file(drifterId: DrifterId): DurableFile<Entry> {
    return new DurableFile(this.#pathOf(drifterId), entrySchema.parse);
  }

  #pathOf(drifterId: DrifterId): string {
    return join(this.#folder, `${drifterId}.json`);
  }
}

/** Entry for an empty or invalid file, such as a handmade one. */
const emptyEntry: Entry = { reason: "", hiddenAt: "" };

/** Parses the token ID from a file name; undefined for other files. */
function parseHiddenFileName(name: string): DrifterId | undefined {
  const drifterId = name.replace(/\.json$/, "");
  return name !== drifterId && isDrifterId(drifterId) ? drifterId : undefined;
}
