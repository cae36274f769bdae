import { createHash } from "node:crypto";
import { join } from "node:path";
import { Low } from "lowdb";
import { z } from "zod";
import {
  CorruptFileError,
  DurableFile,
  makeFolder,
  sweepLeftovers,
  syncFolder,
  UncertainWriteError,
} from "../durableFile.ts";
import { TaskQueue } from "../taskQueue.ts";
import type { AuthorizationStore, IssuedSlot, SlotHolder } from "./store.ts";
import { recordUnavailable } from "./storeFault.ts";

/** All slots of one wallet in one phase, the first one first. */
const fileSchema = z.strictObject({
  chainId: z.int(),
  contract: z.string(),
  phase: z.string(),
  minter: z.string(),
  slots: z.array(z.strictObject({ transactionID: z.string(), qty: z.string().regex(/^\d+$/) })),
});
type SlotFile = z.infer<typeof fileSchema>;

/**
 * The record in a folder: one lowdb file for each wallet and phase, replaced as a whole. Nothing is kept
 * in memory. A file that is not what was written there is left where it is, and its wallet gets nothing
 * more: what it has been given cannot be told.
 */
export class FolderAuthorizations implements AuthorizationStore {
  readonly #folder: string;
  readonly #queue = new TaskQueue();
  /** Why nothing can be given out any more until the folder is opened anew. */
  #doubt: UncertainWriteError | undefined;
  #isClosed = false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the record below a folder that this process alone holds. */
  static async open(dataDir: string): Promise<FolderAuthorizations> {
    const folder = authorizationFolder(dataDir);
    await makeFolder(folder);
    await sweepLeftovers(folder);
    await syncFolder(folder);
    return new FolderAuthorizations(folder);
  }

  async issued(holder: SlotHolder): Promise<readonly IssuedSlot[]> {
    return slotsIn(await this.#read(holder));
  }

  take(holder: SlotHolder, slot: IssuedSlot): Promise<IssuedSlot> {
    return this.#queue.inTurn(fileName(holder), async () => {
      const database = await this.#read(holder);
      const slots = slotsIn(database);
      const winner = slots[slot.number - 1];
      if (winner !== undefined) return winner;
      if (slot.number !== slots.length + 1) throw new Error(`No slot ${slot.number} follows.`);
      const { transactionID, qty } = slot;
      database.data.slots.push({ transactionID, qty: qty.toString() });
      await this.#write(database);
      return slot;
    });
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    this.#isClosed = true;
  }

  async #read(holder: SlotHolder): Promise<Low<SlotFile>> {
    const { chainId, contract, phase, minter } = holder;
    const path = join(this.#folder, fileName(holder));
    const nothing: SlotFile = { chainId, contract, phase, minter, slots: [] };
    const database = new Low(new DurableFile(path, fileSchema.parse), nothing);
    try {
      await database.read();
      if (keyOf(database.data) === keyOf(holder)) return database;
      throw new CorruptFileError(`${path} does not hold what its name says.`);
    } catch (cause) {
      throw recordUnavailable(cause);
    }
  }

  async #write(database: Low<SlotFile>): Promise<void> {
    try {
      if (this.#doubt !== undefined) throw this.#doubt;
      if (this.#isClosed) throw new Error("The record is closed.");
      await database.write();
    } catch (cause) {
      // Given out again after a restart, the slot could be used twice: once for what is lost.
      if (cause instanceof UncertainWriteError) this.#doubt = cause;
      throw recordUnavailable(cause);
    }
  }
}

/** Where the record is, below the folder of the stories. */
export function authorizationFolder(dataDir: string): string {
  return join(dataDir, "mint");
}

function slotsIn({ data }: Low<SlotFile>): IssuedSlot[] {
  return data.slots.map(({ transactionID, qty }, index) => ({
    number: index + 1,
    transactionID,
    qty: BigInt(qty),
  }));
}

/** A phase's name may hold anything, so a hash of all is the name. */
function fileName(holder: SlotHolder): string {
  return `${createHash("sha256").update(keyOf(holder)).digest("hex")}.json`;
}

function keyOf({ chainId, contract, phase, minter }: Omit<SlotFile, "slots">): string {
  return JSON.stringify([chainId, contract.toLowerCase(), phase, minter.toLowerCase()]);
}
