import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Low } from "lowdb";
import type { Logger } from "pino";
import { z } from "zod";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord } from "#protocol/narrative";
import { narrativeHash, narrativeMessage } from "#protocol/narrativeMessage";
import { ApiError } from "../problem.ts";
import { CorruptFileError, DurableFile, isLeftover, syncFolder } from "./durableFile.ts";
import { lockFolder } from "./folderLock.ts";
import type { NarrativeDraft, NarrativeStore, Precondition, SaveOutcome } from "./store.ts";

/** What `{drifterId}.json` holds. */
interface DrifterFile {
  /** Every accepted text, oldest first; the last one is the current story. */
  revisions: NarrativeRecord[];
}

/** What is kept in memory of a drifter: enough to list, and to recognise a text without reading. */
interface Known {
  current: NarrativeListItem;
  currentHash: string;
  /** SHA-256 of every accepted text, the current one included. */
  acceptedHashes: Set<string>;
}

const hashOfNoStory = narrativeHash("");

const hexSchema = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)]);

const drifterFileSchema: z.ZodType<DrifterFile> = z.object({
  revisions: z
    .array(
      z.object({
        drifterId: z.string(),
        narrative: z.string(),
        signedMessage: z.string(),
        signature: hexSchema,
        author: hexSchema,
        savedAt: z.iso.datetime(),
        blockNumber: z.int(),
        chainId: z.int(),
        contract: hexSchema,
        revision: z.int(),
      }),
    )
    .min(1),
});

/** The store that needs nothing but a folder: one lowdb file per drifter, for one process. */
export class LowdbStore implements NarrativeStore {
  readonly #folder: string;
  readonly #known = new Map<DrifterId, Known>();
  /** The last save of each drifter that is being written. */
  readonly #queues = new Map<DrifterId, Promise<unknown>>();
  #list: readonly NarrativeListItem[] | undefined;
  #lastSavedAtMilliseconds = 0;
  #unlock: () => void;

  private constructor(folder: string, unlock: () => void) {
    this.#folder = folder;
    this.#unlock = unlock;
  }

  /**
   * Opens the stories in `folder`, made if it is not there. What a crash left half-written is
   * swept; a file that is not what was once written is set aside as `{drifterId}.json.corrupt-…`.
   *
   * @throws {FolderInUseError}
   */
  static async open(folder: string, logger: Logger): Promise<LowdbStore> {
    await makeFolder(folder);
    const unlock = lockFolder(folder);
    try {
      const store = new LowdbStore(folder, unlock);
      await store.#load(logger);
      return store;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  async list(): Promise<readonly NarrativeListItem[]> {
    this.#list ??= [...this.#known.values()]
      .filter(hasStory)
      .map(({ current }) => current)
      .sort((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt));
    return this.#list;
  }

  async find(drifterId: DrifterId): Promise<NarrativeRecord | undefined> {
    const known = this.#known.get(drifterId);
    return known && hasStory(known) ? this.#readCurrent(drifterId) : undefined;
  }

  async wasReplaced(drifterId: DrifterId, hash: string): Promise<boolean> {
    const known = this.#known.get(drifterId);
    return known !== undefined && hash !== known.currentHash && known.acceptedHashes.has(hash);
  }

  save(draft: NarrativeDraft, precondition: Precondition = () => true): Promise<SaveOutcome> {
    return this.#inTurn(draft.drifterId, () => this.#accept(draft, precondition));
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#queues.values());
    this.#unlock();
  }

  async #accept(draft: NarrativeDraft, precondition: Precondition): Promise<SaveOutcome> {
    const { drifterId } = draft;
    const known = this.#known.get(drifterId);
    const hash = narrativeHash(draft.narrative);
    if (hash === known?.currentHash) {
      return { kind: "unchanged", record: await this.#readCurrent(drifterId) };
    }
    if (known?.acceptedHashes.has(hash)) return { kind: "replaced" };
    const current = known && hasStory(known) ? known.current : undefined;
    if (!precondition(current)) return { kind: "stale" };

    const revision = (known?.current.revision ?? 0) + 1;
    const record = { ...draft, savedAt: this.#nextInstant(), revision };
    await this.#append(record);
    this.#remember(record, hash);
    return { kind: "saved", record };
  }

  async #append(record: NarrativeRecord): Promise<void> {
    const database = this.#database(record.drifterId);
    try {
      await database.read();
      if (database.data.revisions.length !== record.revision - 1) {
        throw new Error(`${record.drifterId}.json was changed by somebody else.`);
      }
      await database.update(({ revisions }) => revisions.push(record));
    } catch (cause) {
      throw new ApiError("store.unavailable", { cause });
    }
  }

  async #readCurrent(drifterId: DrifterId): Promise<NarrativeRecord> {
    const database = this.#database(drifterId);
    try {
      await database.read();
      const current = database.data.revisions.at(-1);
      if (current === undefined) throw new Error(`${drifterId}.json is gone.`);
      return current;
    } catch (cause) {
      throw new ApiError("store.unavailable", { cause });
    }
  }

  #remember(record: NarrativeRecord, hash: string): void {
    const { drifterId, author, savedAt, revision } = record;
    const acceptedHashes = this.#known.get(drifterId)?.acceptedHashes ?? new Set();
    this.#known.set(drifterId, {
      current: { drifterId, author, savedAt, revision },
      currentHash: hash,
      acceptedHashes: acceptedHashes.add(hash),
    });
    this.#list = undefined;
  }

  /** The time now, or just after the last save's: no two saves share an instant, so order is kept. */
  #nextInstant(): string {
    this.#lastSavedAtMilliseconds = Math.max(Date.now(), this.#lastSavedAtMilliseconds + 1);
    return new Date(this.#lastSavedAtMilliseconds).toISOString();
  }

  async #inTurn<Result>(drifterId: DrifterId, task: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(drifterId) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#queues.set(drifterId, turn);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(drifterId) === turn) this.#queues.delete(drifterId);
    }
  }

  async #load(logger: Logger): Promise<void> {
    const names = (await readdir(this.#folder)).values();
    // Several readers share the one iterator: the disk answers them side by side.
    const readers = Array.from({ length: 16 }, async () => {
      for (const name of names) await this.#loadEntry(name, logger);
    });
    await Promise.all(readers);
    await syncFolder(this.#folder);
  }

  async #loadEntry(name: string, logger: Logger): Promise<void> {
    const drifterId = name.replace(/\.json$/, "");
    if (isLeftover(name)) await rm(join(this.#folder, name));
    else if (name !== drifterId && isDrifterId(drifterId)) await this.#loadFile(drifterId, logger);
  }

  async #loadFile(drifterId: DrifterId, logger: Logger): Promise<void> {
    const database = this.#database(drifterId);
    try {
      await database.read();
      assertOwnRevisions(drifterId, database.data);
    } catch (error) {
      if (!(error instanceof CorruptFileError)) throw error;
      const aside = `${drifterId}.json.corrupt-${Date.now()}`;
      await rename(join(this.#folder, `${drifterId}.json`), join(this.#folder, aside));
      logger.error({ err: error, aside }, "a story's file is corrupt and was set aside");
      return;
    }
    for (const record of database.data.revisions) {
      this.#remember(record, narrativeHash(record.narrative));
      const savedAtMilliseconds = Date.parse(record.savedAt);
      this.#lastSavedAtMilliseconds = Math.max(this.#lastSavedAtMilliseconds, savedAtMilliseconds);
    }
  }

  #database(drifterId: DrifterId): Low<DrifterFile> {
    const path = join(this.#folder, `${drifterId}.json`);
    return new Low(new DurableFile(path, drifterFileSchema.parse), { revisions: [] });
  }
}

function hasStory({ currentHash }: Known): boolean {
  return currentHash !== hashOfNoStory;
}

/** Checks that the file is this drifter's, whole, and that each text still fits its own receipt. */
function assertOwnRevisions(drifterId: DrifterId, { revisions }: DrifterFile): void {
  for (const [index, record] of revisions.entries()) {
    const isOwn = record.drifterId === drifterId && record.revision === index + 1;
    const fits = record.signedMessage === narrativeMessage(drifterId, record.narrative);
    if (!isOwn || !fits) {
      throw new CorruptFileError(`${drifterId}.json: revision ${index + 1} does not fit.`);
    }
  }
}

/** Makes a folder and what is missing above it, so that their names survive a loss of power. */
async function makeFolder(folder: string): Promise<void> {
  const outermost = await mkdir(folder, { recursive: true });
  if (outermost === undefined) return;
  for (let made = folder; made !== dirname(outermost); made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}
