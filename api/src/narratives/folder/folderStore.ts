import { readdir, stat } from "node:fs/promises";
import type { Logger } from "pino";
import { zeroAddress } from "viem";
import { isStory } from "#protocol/stories/narrative";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import type { DrifterId } from "#protocol/values/drifterId";
import type { SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../../base/apiError.ts";
import {
  CorruptFileError,
  makeFolder,
  probeFolder,
  removeTemporaryFiles,
  syncFolder,
  UncertainWriteError,
} from "../../files/durableFile.ts";
import { lockFolder } from "../../files/folderLock.ts";
import { convertFolderErrors } from "../../files/storeFolder.ts";
import { TaskQueue } from "../../files/taskQueue.ts";
import type { Precondition } from "../../http/revisionTag.ts";
import { unknownTime } from "../checkpoint.ts";
import { toListItem } from "../listItem.ts";
import {
  isUnreadableRevision,
  type NarrativeDraft,
  type NarrativeStore,
  type SaveOutcome,
  StoreNotEmptyError,
  type StoryReader,
} from "../store.ts";
import { type Head, StoryIndex } from "../storyIndex.ts";
import { checkFormat, fillFolder, undoInterruptedImport } from "./folderFormat.ts";
import { HiddenFolder } from "./hiddenFolder.ts";
import {
  groupRevisionFiles,
  quarantineRevisionFile,
  type RevisionFile,
  readRevisionFile,
  readRevisions,
  toRevisionFile,
  writeRevisionFile,
} from "./revisionFile.ts";

/** Interval between checks for files that a different process replaced. */
const checkIntervalMilliseconds = 5_000;

/** A store in a folder, for one process, with one lowdb file per revision. */
export class FolderStore implements NarrativeStore {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #unlock: () => void;
  readonly #queue = new TaskQueue();
  readonly #index: StoryIndex;
  /** Each token's files, oldest revision first, including quarantined files. */
  #files = new Map<DrifterId, RevisionFile[]>();
  #stopWatching: () => void = () => undefined;
  /** Pending saves. */
  readonly #saves = new Set<Promise<unknown>>();
  #reloading: Promise<unknown> = Promise.resolve();
  /** The folder's modification time before its file list was read. */
  #listedAtMilliseconds = 0;
  #isClosed = false;
  #lastSavedAtMilliseconds = 0;
  /** Error after which nothing can be saved until the folder is reopened. */
  #doubt: UncertainWriteError | undefined;

  private constructor(folder: string, logger: Logger, index: StoryIndex, unlock: () => void) {
    this.#folder = folder;
    this.#index = index;
    this.#logger = logger;
    this.#unlock = unlock;
  }

  /**
   * Opens the stories in `folder`, creating the folder if needed. Removes temporary files left by a crash, and
   * quarantines corrupt files as `….json.corrupt-…`. Older revisions are read and validated only on request.
   *
   * @throws {FolderLockError | StoreFolderError}
   */
  static open(folder: string, logger: Logger, onChange?: () => void): Promise<FolderStore> {
    const index = new StoryIndex(onChange);
    return convertFolderErrors(folder, () => FolderStore.#open(folder, logger, index));
  }

  static async #open(folder: string, logger: Logger, index: StoryIndex): Promise<FolderStore> {
    await makeFolder(folder);
    const unlock = lockFolder(folder);
    try {
      const store = new FolderStore(folder, logger, index, unlock);
      await undoInterruptedImport(folder, logger);
      await removeTemporaryFiles(folder);
      await checkFormat(folder);
      await store.#load();
      await store.#watchHideList();
      return store;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  async stories(): Promise<StoryReader> {
    return this.#index;
  }

  async find(drifterId: DrifterId): Promise<SignedRevision | undefined> {
    const read = async () =>
      this.#index.has(drifterId) ? this.#read(this.#newest(drifterId)) : undefined;
    return read().catch(async (error) => {
      if (!isUnreadableRevision(error)) throw error;
      await this.#reloadIfReplaced();
      return read();
    });
  }

  async *history(drifterId: DrifterId, wanted?: "readable"): AsyncIterable<SignedRevision> {
    if (wanted === undefined && this.#index.isHidden(drifterId)) return;
    const newest = this.#newest(drifterId);
    for (const file of [...this.#filesOf(drifterId)].reverse()) {
      if (file.isQuarantined) continue;
      try {
        yield await this.#read(file);
      } catch (error) {
        const isCorrupt = error instanceof ApiError && error.cause instanceof CorruptFileError;
        if (!isCorrupt || (file === newest && wanted === undefined)) throw error;
        const { revision } = file;
        this.#logger.error({ drifterId, revision }, "a story revision is corrupt");
      }
    }
  }

  revisions(): AsyncIterable<SignedRevision> {
    return readRevisions(this.#folder);
  }

  async wasReplaced(drifterId: DrifterId, hash: string): Promise<boolean> {
    return hash !== this.#newest(drifterId)?.hash && this.#wasAccepted(drifterId, hash);
  }

  save(draft: NarrativeDraft, precondition: Precondition = () => true): Promise<SaveOutcome> {
    return this.#queue.enqueue(draft.drifterId, async () => {
      await this.#reloading;
      const save = this.#accept(draft, precondition);
      this.#saves.add(save);
      return save.finally(() => this.#saves.delete(save));
    });
  }

  async restore(revisions: AsyncIterable<SignedRevision>): Promise<number> {
    if (this.#files.size > 0)
      throw new StoreNotEmptyError(`${this.#folder} already contains stories.`);
    const count = await fillFolder(this.#folder, revisions);
    await this.#load();
    return count;
  }

  async check(): Promise<void> {
    try {
      this.#assertOpen();
      await probeFolder(this.#folder);
    } catch (cause) {
      throw new ApiError("store.unavailable", { cause });
    }
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    await this.#reloading;
    this.#isClosed = true;
    this.#stopWatching();
    this.#unlock();
  }

  async #accept(draft: NarrativeDraft, precondition: Precondition): Promise<SaveOutcome> {
    const { drifterId } = draft;
    const newest = this.#newest(drifterId);
    const hash = narrativeHash(draft.narrative);
    if (newest?.hash === hash && !newest.isQuarantined) {
      return { kind: "unchanged", record: await this.#read(newest) };
    }
    // Only the latest text may be saved again if its file was quarantined.
    if (newest?.hash !== hash && this.#wasAccepted(drifterId, hash)) return { kind: "replaced" };
    if (!precondition(this.#index.ownStory(drifterId))) return { kind: "stale" };

    const revision = (newest?.revision ?? 0) + 1;
    // In the file's field order, because responses with the same ETag must be byte-identical.
    const { blockNumber, chainId, contract, ...signed } = draft;
    const savedAt = this.#nextInstant();
    const record = { ...signed, savedAt, blockNumber, chainId, contract, revision };
    await this.#write(record);
    this.#files.set(drifterId, [...this.#filesOf(drifterId), toRevisionFile(record)]);
    this.#index.place(toHead(record));
    return { kind: "saved", record };
  }

  async #write(record: SignedRevision): Promise<void> {
    try {
      this.#assertOpen();
      await writeRevisionFile(this.#folder, record);
    } catch (cause) {
      // If the write took effect, a different text under the same revision number would conflict after a restart.
      if (cause instanceof UncertainWriteError) this.#doubt = cause;
      throw new ApiError("store.unavailable", { cause });
    }
  }

  #assertOpen(): void {
    if (this.#doubt !== undefined) throw this.#doubt;
    // A different process may have locked the folder since.
    if (this.#isClosed) throw new Error("The store is closed.");
  }

  async #watchHideList(): Promise<void> {
    const setHiddenTokens = (ids: ReadonlySet<DrifterId>) => this.#index.setHiddenTokens(ids);
    const stop = await new HiddenFolder(this.#folder).watch(setHiddenTokens, this.#logger);
    const look = () =>
      this.#reloadIfReplaced().catch((err) =>
        this.#logger.error({ err }, "the story folder cannot be read"),
      );
    const timer = setInterval(look, checkIntervalMilliseconds).unref();
    this.#stopWatching = () => {
      stop();
      clearInterval(timer);
    };
  }

  /** Rereads all files after they were replaced, for example by a restored backup. */
  #reloadIfReplaced(): Promise<void> {
    const reload = async () => {
      const { mtimeMs } = await stat(this.#folder);
      if (mtimeMs === this.#listedAtMilliseconds) return;
      await Promise.allSettled(this.#saves);
      this.#listedAtMilliseconds = mtimeMs;
      const files = groupRevisionFiles(await readdir(this.#folder));
      if (isSame(files, this.#files)) return;
      this.#logger.warn("story files were replaced: rereading all stories");
      await this.#loadFiles(files);
    };
    const reloading = this.#reloading.then(reload);
    this.#reloading = reloading.catch(() => undefined);
    return reloading;
  }

  async #read(file: RevisionFile | undefined): Promise<SignedRevision> {
    try {
      if (file === undefined) throw new Error("The revision has no file.");
      return await readRevisionFile(this.#folder, file);
    } catch (cause) {
      throw new ApiError("store.unavailable", { cause });
    }
  }

  #filesOf(drifterId: DrifterId): readonly RevisionFile[] {
    return this.#files.get(drifterId) ?? [];
  }

  #newest(drifterId: DrifterId): RevisionFile | undefined {
    return this.#filesOf(drifterId).at(-1);
  }

  #wasAccepted(drifterId: DrifterId, hash: string): boolean {
    return this.#filesOf(drifterId).some((file) => file.hash === hash);
  }

  /** Returns the current time, or a time just after the last save, so that timestamps are unique. */
  #nextInstant(): string {
    this.#lastSavedAtMilliseconds = Math.max(Date.now(), this.#lastSavedAtMilliseconds + 1);
    return new Date(this.#lastSavedAtMilliseconds).toISOString();
  }

  async #load(): Promise<void> {
    await this.#loadFiles(groupRevisionFiles(await readdir(this.#folder)));
    await syncFolder(this.#folder);
  }

  async #loadFiles(files: Map<DrifterId, RevisionFile[]>): Promise<void> {
    this.#files = files;
    const tokens = this.#files.values();
    // Several workers share one iterator, so that files are read concurrently.
    const readers = Array.from({ length: 16 }, async () => {
      for (const files of tokens) {
        const file = files.at(-1);
        if (file !== undefined) this.#place(await this.#loadNewest(file));
      }
    });
    await Promise.all(readers);
    this.#index.removeAllExcept(new Set(this.#files.keys()));
  }

  /**
   * Reads a token's latest revision without retaining the text, because all texts together may exceed memory. If the
   * revision is corrupt, the token has no story rather than an outdated story.
   */
  async #loadNewest(file: RevisionFile): Promise<Head> {
    try {
      if (!file.isQuarantined) return toHead(await readRevisionFile(this.#folder, file));
    } catch (error) {
      if (!(error instanceof CorruptFileError)) throw error;
      const aside = await quarantineRevisionFile(this.#folder, file);
      this.#logger.error({ err: error, aside }, "a story's file is corrupt and was quarantined");
      file.isQuarantined = true;
    }
    const { drifterId, revision } = file;
    const item = { drifterId, revision, author: zeroAddress, savedAt: unknownTime };
    return { item, isStory: false, isMissing: true };
  }

  #place(head: Head): void {
    this.#index.place(head);
    const savedAtMilliseconds = Date.parse(head.item.savedAt);
    this.#lastSavedAtMilliseconds = Math.max(this.#lastSavedAtMilliseconds, savedAtMilliseconds);
  }
}

function isSame(one: Map<DrifterId, RevisionFile[]>, other: Map<DrifterId, RevisionFile[]>) {
  const texts = (files: readonly RevisionFile[] = []) => files.map(({ hash }) => hash).join();
  return (
    one.size === other.size &&
    [...one].every(([id, files]) => texts(files) === texts(other.get(id)))
  );
}

function toHead(record: SignedRevision): Head {
  return { item: toListItem(record), isStory: isStory(record.narrative) };
}
