import { type FileHandle, open } from "node:fs/promises";
import type { BookVersion } from "#protocol/bookMarkup";
import type { DrifterId } from "#protocol/drifterId";
import { isStory } from "#protocol/isStory";
import type { NarrativeRecord } from "#protocol/narrative";
import { byNumber } from "#service/stories";
import { SourceError } from "../../../shared/limitedReads.ts";

/** A receipt's place in the spool. */
interface Spooled extends BookVersion {
  offset: number;
  length: number;
}

/** Receipts in a file, in any order, of which only places and origins are in memory. */
export class Spool implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #drifters = new Map<DrifterId, Spooled[]>();
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Reads all receipts into a new file. @throws {SourceError} if two have the same revision. */
  static async fill(path: string, receipts: AsyncIterable<NarrativeRecord>): Promise<Spool> {
    const spool = new Spool(await open(path, "wx+"));
    try {
      for await (const receipt of receipts) await spool.#add(receipt);
      for (const [drifterId, found] of spool.#drifters) {
        found.sort((a, b) => a.revision - b.revision);
        const twice = found.find(({ revision }, index) => revision === found[index - 1]?.revision);
        if (twice === undefined) continue;
        throw new SourceError(`Revision ${twice.revision} of drifter ${drifterId} is there twice.`);
      }
      return spool;
    } catch (error) {
      await spool[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #add(receipt: NarrativeRecord): Promise<void> {
    const { drifterId, revision, author, savedAt, narrative } = receipt;
    const bytes = Buffer.from(JSON.stringify(receipt));
    await this.#file.write(bytes);
    const place = { offset: this.#size, length: bytes.length };
    this.#size += bytes.length;
    const spooled = { revision, author, savedAt, isStory: isStory(narrative), ...place };
    const known = this.#drifters.get(drifterId);
    if (known) known.push(spooled);
    else this.#drifters.set(drifterId, [spooled]);
  }

  /** All drifters by number, each with its versions, oldest first. */
  drifters(): { drifterId: DrifterId; versions: readonly BookVersion[] }[] {
    return [...this.#drifters]
      .map(([drifterId, spooled]) => ({
        drifterId,
        versions: spooled.map(({ revision, author, savedAt, isStory }) => ({
          revision,
          author,
          savedAt,
          isStory,
        })),
      }))
      .sort(byNumber);
  }

  /** A drifter's receipts, oldest first. */
  async read(drifterId: DrifterId): Promise<NarrativeRecord[]> {
    const receipts: NarrativeRecord[] = [];
    for (const { offset, length } of this.#drifters.get(drifterId) ?? []) {
      const { buffer } = await this.#file.read(Buffer.alloc(length), 0, length, offset);
      // Safety: `#add` has written it.
      receipts.push(JSON.parse(buffer.toString()) as NarrativeRecord);
    }
    return receipts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
