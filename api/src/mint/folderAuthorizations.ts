import { join } from "node:path";
import { Low } from "lowdb";
import type { Address } from "viem";
import {
  CorruptFileError,
  DurableFile,
  makeFolder,
  removeTemporaryFiles,
  syncFolder,
  UncertainWriteError,
} from "../durableFile.ts";
import { openingFolder } from "../storeFolder.ts";
import { TaskQueue } from "../taskQueue.ts";
import {
  authorizationFolder,
  entryOf,
  readSlots,
  type SequenceFile,
  type SlotFile,
  sequenceFileName,
  sequenceFileSchema,
  sequenceKeyOf,
  sequenceOf,
  slotFileName,
  slotFileSchema,
  slotKeyOf,
  slotsIn,
} from "./authorizationFiles.ts";
import {
  type AuthorizationStore,
  canSettle,
  type IssuedSlot,
  isSequenceNumber,
  type NumberSequence,
  type SequenceOwner,
  type SigningRequest,
  type SlotHolder,
  signSlot,
} from "./store.ts";
import { recordUnavailable } from "./storeFault.ts";

/**
 * Records in a folder: one lowdb file per wallet and phase, and one per collection for its sequence. Writes replace
 * the whole file; nothing is cached. While a file is corrupt, nothing is signed for its wallet, because what was
 * signed before is unknown.
 */
export class FolderAuthorizations implements AuthorizationStore {
  readonly #folder: string;
  readonly #queue = new TaskQueue();
  /** Why nothing can be signed until the folder is reopened. */
  #doubt: UncertainWriteError | undefined;
  #isClosed = false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Opens the record in a folder that this process has locked.
   *
   * @throws {StoreFolderError}
   */
  static open(dataDir: string): Promise<FolderAuthorizations> {
    const folder = authorizationFolder(dataDir);
    return openingFolder(dataDir, async () => {
      await makeFolder(folder);
      await removeTemporaryFiles(folder);
      await syncFolder(folder);
      return new FolderAuthorizations(folder);
    });
  }

  async issued(holder: SlotHolder): Promise<readonly IssuedSlot[]> {
    return slotsIn((await this.#read(holder)).data);
  }

  sign(holder: SlotHolder, request: SigningRequest): Promise<IssuedSlot | undefined> {
    return this.#changeSlots(holder, async (slots, put) => {
      const takeNumber = async () => String(await this.#takeNumber(holder, request.signer));
      const slot = await signSlot(slots, request, takeNumber);
      return slot === undefined || slots.includes(slot) ? slot : put(slot);
    });
  }

  settle(holder: SlotHolder, number: number, qty: bigint): Promise<IssuedSlot> {
    return this.#changeSlots(holder, async (slots, put) => {
      const stands = slots[number - 1];
      if (stands === undefined) throw recordUnavailable(new Error(`There is no slot ${number}.`));
      return canSettle(stands, qty) ? put({ ...stands, settled: qty }) : stands;
    });
  }

  async sequence(owner: SequenceOwner): Promise<NumberSequence> {
    return sequenceOf((await this.#readSequence(owner)).data);
  }

  async advance(
    owner: SequenceOwner,
    { last, signer }: { last: number; signer: Address },
  ): Promise<void> {
    await this.#moveSequence(owner, (before) => ({ last: Math.max(before, last), signer }));
  }

  #takeNumber(owner: SequenceOwner, signer: Address): Promise<number> {
    return this.#moveSequence(owner, (before) => ({ last: before + 1, signer }));
  }

  #moveSequence(
    owner: SequenceOwner,
    move: (last: number) => { last: number; signer: Address },
  ): Promise<number> {
    return this.#queue.inTurn(sequenceFileName(owner), async () => {
      const database = await this.#readSequence(owner);
      Object.assign(database.data, move(database.data.last));
      await this.#write(database);
      return database.data.last;
    });
  }

  #changeSlots<Result>(
    holder: SlotHolder,
    change: (
      slots: readonly IssuedSlot[],
      put: (slot: IssuedSlot) => Promise<IssuedSlot>,
    ) => Promise<Result>,
  ): Promise<Result> {
    return this.#queue.inTurn(slotFileName(holder), async () => {
      const database = await this.#read(holder);
      return change(slotsIn(database.data), async (slot) => {
        database.data.slots[slot.number - 1] = entryOf(slot);
        await this.#write(database);
        return slot;
      });
    });
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    this.#isClosed = true;
  }

  #read(holder: SlotHolder): Promise<Low<SlotFile>> {
    const { chainId, contract, phase, minter } = holder;
    const path = join(this.#folder, slotFileName(holder));
    const nothing: SlotFile = { chainId, contract, phase, minter, slots: [] };
    return this.#open(
      path,
      new Low(new DurableFile(path, slotFileSchema.parse), nothing),
      slotKeyOf,
    );
  }

  /** Without a file, the sequence continues after the last number of the slots. */
  async #readSequence(owner: SequenceOwner): Promise<Low<SequenceFile>> {
    const { chainId, contract } = owner;
    const path = join(this.#folder, sequenceFileName(owner));
    const none: SequenceFile = { chainId, contract, last: 0 };
    const file = new DurableFile(path, sequenceFileSchema.parse);
    const database = await this.#open(path, new Low(file, none), sequenceKeyOf);
    if (database.data === none) none.last = await this.#lastNumberOf(owner);
    return database;
  }

  async #lastNumberOf(owner: SequenceOwner): Promise<number> {
    let last = 0;
    try {
      for await (const { holder, slots } of readSlots(this.#folder)) {
        if (sequenceKeyOf(holder) !== sequenceKeyOf(owner)) continue;
        const numbers = slots.map(({ transactionID }) => transactionID).filter(isSequenceNumber);
        last = Math.max(last, ...numbers.map(Number));
      }
      return last;
    } catch (cause) {
      throw recordUnavailable(cause);
    }
  }

  async #open<File>(
    path: string,
    database: Low<File>,
    key: (data: File) => string,
  ): Promise<Low<File>> {
    const wanted = key(database.data);
    try {
      // A record that a power failure may lose must not be returned.
      if (this.#doubt !== undefined) throw this.#doubt;
      await database.read();
      if (key(database.data) === wanted) return database;
      throw new CorruptFileError(`${path} does not hold what its name says.`);
    } catch (cause) {
      throw recordUnavailable(cause);
    }
  }

  async #write(database: Low<SlotFile> | Low<SequenceFile>): Promise<void> {
    try {
      if (this.#isClosed) throw new Error("The record is closed.");
      await database.write();
    } catch (cause) {
      // If the write is lost, a restart would sign the same slot again.
      if (cause instanceof UncertainWriteError) this.#doubt = cause;
      throw recordUnavailable(cause);
    }
  }
}
