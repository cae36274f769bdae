import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Low } from "lowdb";
import { getAddress } from "viem";
import { z } from "zod";
import {
  CorruptFileError,
  DurableFile,
  makeFolder,
  sweepLeftovers,
  syncFolder,
  UncertainWriteError,
} from "../durableFile.ts";
import { openingFolder } from "../storeFolder.ts";
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

  /**
   * Opens the record below a folder that this process alone holds.
   *
   * @throws {StoreFolderError}
   */
  static open(dataDir: string): Promise<FolderAuthorizations> {
    const folder = authorizationFolder(dataDir);
    return openingFolder(dataDir, async () => {
      await makeFolder(folder);
      await sweepLeftovers(folder);
      await syncFolder(folder);
      return new FolderAuthorizations(folder);
    });
  }

  async issued(holder: SlotHolder): Promise<readonly IssuedSlot[]> {
    return slotsIn((await this.#read(holder)).data);
  }

  take(holder: SlotHolder, slot: IssuedSlot): Promise<IssuedSlot> {
    return this.#queue.inTurn(fileName(holder), async () => {
      const database = await this.#read(holder);
      const slots = slotsIn(database.data);
      const winner = slots[slot.number - 1];
      if (winner !== undefined) return winner;
      if (slot.number > slots.length + 1) throw recordUnavailable(new Error("A slot is gone."));
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
      // What may be gone after a loss of power is told to nobody.
      if (this.#doubt !== undefined) throw this.#doubt;
      await database.read();
      if (keyOf(database.data) === keyOf(holder)) return database;
      throw new CorruptFileError(`${path} does not hold what its name says.`);
    } catch (cause) {
      throw recordUnavailable(cause);
    }
  }

  async #write(database: Low<SlotFile>): Promise<void> {
    try {
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

/**
 * Everything that was ever given out, from a folder that need not be open.
 *
 * @throws {CorruptFileError}
 */
export async function* readAuthorizations(
  dataDir: string,
): AsyncIterable<{ holder: SlotHolder; slots: readonly IssuedSlot[] }> {
  const folder = authorizationFolder(dataDir);
  for (const name of await namesIn(folder)) {
    const data = await new DurableFile(join(folder, name), fileSchema.parse).read();
    if (data === null) continue;
    const { chainId, contract, phase, minter } = data;
    const holder = { chainId, contract: getAddress(contract), phase, minter: getAddress(minter) };
    yield { holder, slots: slotsIn(data) };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function slotsIn(data: SlotFile): IssuedSlot[] {
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
