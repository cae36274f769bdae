import { closeSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import {
  type ChainEntry,
  type NodeCall,
  readBlock,
  type SavedBlock,
  type SendToNode,
} from "./savedChain.ts";

/** Methods that change the chain or the node; all other requests pass without waiting. */
const changes = /^(eth_send|evm_|hardhat_)/;

/** Changes without a block, which a replay must repeat. */
const replayed = new Set([
  "evm_setAutomine",
  "hardhat_impersonateAccount",
  "hardhat_setBalance",
  "hardhat_setCode",
  "hardhat_setNonce",
  "hardhat_setStorageAt",
  "hardhat_stopImpersonatingAccount",
]);

/** From this number on, the blocks of one request are recorded together, because Hardhat mines millions in one call. */
const minRepeated = 50;

/** Number of entries after which the journal takes the next snapshot; a replay of as many takes about 50 ms. */
const entriesPerMark = 100;

/** State of the journal when the node took a snapshot. */
interface Mark {
  entries: number;
  height: number;
  /** Whether the journal took the snapshot, instead of a client. */
  isOwn: boolean;
}

/**
 * Records everything that changes a node's chain, in the order in which it happened, so that a new node can repeat
 * it. Hardhat's node cannot save its state.
 */
export class ChainJournal {
  readonly #send: SendToNode;
  readonly #entries: ChainEntry[] = [];
  /** By the node's snapshot ID, in ascending order. */
  readonly #marks = new Map<bigint, Mark>();
  #height = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #file: number | undefined;

  private constructor(send: SendToNode) {
    this.#send = send;
  }

  /** Starts a journal at a node's latest block. */
  static async open(send: SendToNode): Promise<ChainJournal> {
    const journal = new ChainJournal(send);
    journal.#height = await journal.#readHeight();
    await journal.#mark();
    return journal;
  }

  /** Everything since the journal's start. */
  get entries(): readonly ChainEntry[] {
    return this.#entries;
  }

  /** Sends a request, and records its effect before it returns. */
  async request(call: NodeCall): Promise<unknown> {
    if (changes.test(call.method)) return this.#serialize(() => this.#change(call));
    const result = await this.#send(call);
    // Interval mining needs no request.
    const isBehind = call.method === "eth_blockNumber" && Number(result) > this.#height;
    if (isBehind) await this.#serialize(() => this.#recordBlocks(call));
    return result;
  }

  /**
   * Reverts the node to its last snapshot within the first `length` entries.
   *
   * @returns the entries from there up to `length`, which are still to be replayed.
   */
  async rewind(length: number): Promise<ChainEntry[]> {
    const mark = [...this.#marks].findLast(([, { entries, isOwn }]) => isOwn && entries <= length);
    if (mark === undefined) throw new Error(`The node has no snapshot before entry ${length}.`);
    const [id, { entries }] = mark;
    const missing = this.#entries.slice(entries, length);
    await this.request({ method: "evm_revert", params: [`0x${id.toString(16)}`] });
    return missing;
  }

  /**
   * Writes the journal to a file, line by line: the header, all entries, and from now on each entry before the response
   * to its request. A killed process loses nothing that was mined.
   */
  persist(file: string, header: object): void {
    const unfinished = `${file}.tmp`;
    writeFileSync(unfinished, [header, ...this.#entries].map(formatLine).join(""));
    this.#closeFile();
    this.#file = openSync(unfinished, "a");
    renameSync(unfinished, file);
  }

  async close(): Promise<void> {
    await this.#serialize(() => this.#recordBlocks({ method: "" }));
    this.#closeFile();
  }

  #closeFile(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  async #change(call: NodeCall): Promise<unknown> {
    try {
      const result = await this.#send(call);
      await this.#note(call, result);
      return result;
    } finally {
      // A transaction that reverts is an error with a block.
      await this.#recordBlocks(call);
    }
  }

  async #note({ method, params }: NodeCall, result: unknown): Promise<void> {
    // Safety: the node accepted the request.
    const list = (params ?? []) as string[];
    if (method === "evm_snapshot") {
      this.#marks.set(BigInt(String(result)), this.#markNow(false));
      // Reverting to this mark preserves the client's snapshot.
      await this.#mark();
    } else if (method === "evm_revert") {
      if (result === true) await this.#revert(BigInt(list[0] ?? 0));
    } else if (replayed.has(method)) {
      this.#append({ call: [method, ...list] });
      await this.#markSometimes();
    }
  }

  /** Forgets what the node has undone, with the snapshots that it dropped. */
  async #revert(snapshot: bigint): Promise<void> {
    const mark = this.#marks.get(snapshot);
    if (mark === undefined) return;
    for (const id of this.#marks.keys()) if (id >= snapshot) this.#marks.delete(id);
    this.#entries.length = mark.entries;
    this.#height = mark.height;
    this.#write({ keep: mark.entries });
    await this.#markSometimes();
  }

  async #recordBlocks({ method, params }: NodeCall): Promise<void> {
    const latest = await this.#readHeight();
    if (latest <= this.#height) return;
    if (method === "hardhat_mine" && latest - this.#height >= minRepeated) {
      // Safety: the node accepted the request.
      const [, interval = "0x1"] = params as `0x${string}`[];
      this.#append(await this.#readRepeated(latest, interval));
      this.#height = latest;
    }
    while (this.#height < latest) {
      this.#append(await readBlock(this.#send, this.#height + 1));
      this.#height += 1;
    }
    await this.#markSometimes();
  }

  /** Reads the blocks of one `hardhat_mine`: the transactions of all, the fields of the first, the last one's hash. */
  async #readRepeated(latest: number, interval: `0x${string}`): Promise<SavedBlock> {
    const first = await readBlock(this.#send, this.#height + 1);
    const transactions = [...first.transactions];
    let { length } = transactions;
    // The node mines pending transactions in the first blocks.
    for (let number = this.#height + 2; length > 0 && number <= latest; number++) {
      const block = await readBlock(this.#send, number);
      length = block.transactions.length;
      transactions.push(...block.transactions);
    }
    const { hash } = await readBlock(this.#send, latest);
    const count = latest - this.#height;
    return { ...first, transactions, hash, repeated: { count, interval } };
  }

  /** Takes few snapshots, because in each the node copies everything that was changed by hand. */
  async #markSometimes(): Promise<void> {
    const [, last] = [...this.#marks].findLast(([, { isOwn }]) => isOwn) ?? [];
    if (last === undefined || this.#entries.length - last.entries >= entriesPerMark) {
      await this.#mark();
    }
  }

  /** Takes a snapshot, to which `rewind` can return. */
  async #mark(): Promise<void> {
    const id = await this.#send({ method: "evm_snapshot" });
    this.#marks.set(BigInt(String(id)), this.#markNow(true));
  }

  #markNow(isOwn: boolean): Mark {
    return { entries: this.#entries.length, height: this.#height, isOwn };
  }

  #append(entry: ChainEntry): void {
    this.#entries.push(entry);
    this.#write(entry);
  }

  #write(line: object): void {
    if (this.#file === undefined) return;
    try {
      writeSync(this.#file, formatLine(line));
    } catch (error) {
      this.#closeFile();
      console.error("The chain is no longer saved, and the next start will not show it:", error);
    }
  }

  async #readHeight(): Promise<number> {
    return Number(await this.#send({ method: "eth_blockNumber" }));
  }

  #serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

function formatLine(line: object): string {
  return `${JSON.stringify(line)}\n`;
}
