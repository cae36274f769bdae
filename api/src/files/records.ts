import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ifMissing } from "#protocol/values/ifMissing";
import { type Database, QueryError } from "./database.ts";
import {
  CorruptFileError,
  DurableFile,
  makeFolder,
  removeTemporaryFiles,
  syncFolder,
  UncertainWriteError,
} from "./durableFile.ts";
import { inTransaction } from "./inTransaction.ts";
import { convertFolderErrors } from "./storeFolder.ts";
import { TaskQueue } from "./taskQueue.ts";

/** A record's key: its kind, then its ID within that kind. */
export type RecordKey = readonly (string | number)[];

/**
 * Durable key-value records, separate from the stories, stored as files in `DATA_DIR/records` or as
 * database rows that any number of processes share.
 */
export interface Records {
  /** Reads a record as parsed JSON; undefined if it does not exist. @throws if the record does not match the schema. */
  read<Value>(key: RecordKey, schema: z.ZodType<Value>): Promise<Value | undefined>;
  /**
   * Replaces a record with the result of `change`, unless that is undefined or the same object. Updates to a record are
   * serialized; pending updates share a write. The change is durable once this resolves.
   */
  update<Value>(
    key: RecordKey,
    schema: z.ZodType<Value>,
    change: (value: Value | undefined) => Value | undefined,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Folder name within `DATA_DIR`. */
export const recordsFolder = "records";

/**
 * Copies all records of the given kinds from a folder that need not be open. Does not overwrite
 * existing records, so that a copy can be repeated.
 *
 * @returns the copied keys.
 * @throws {CorruptFileError}
 */
export async function copyRecords(
  dataDir: string,
  target: Records,
  kinds: readonly string[],
): Promise<RecordKey[]> {
  const folder = join(dataDir, recordsFolder);
  const names = ((await readdir(folder).catch(ifMissing)) ?? []).filter((name) =>
    name.endsWith(".json"),
  );
  const files = names.map((name) => new DurableFile(join(folder, name), fileSchema.parse).read());
  const found = (await Promise.all(files)).filter((file) => file !== null);
  const wanted = found.filter(({ key }) => kinds.includes(String(key[0])));
  for (const { key, value } of wanted) {
    await target.update(key, z.unknown(), (existing) => existing ?? value);
  }
  return wanted.map(({ key }) => key);
}

/** The content includes the key, because the file name is only its hash. */
const fileSchema = z.strictObject({
  key: z.array(z.union([z.string(), z.number()])),
  value: z.unknown(),
});

/** Applies a group's changes to a record's JSON, which is undefined if the record does not exist. */
type ChangeAll = (stored: unknown) => unknown;

/** Changes that share a write. */
interface Group {
  changes: ((stored: unknown) => unknown)[];
  written: Promise<void>;
}

/** Groups concurrent changes to a record into one write. */
abstract class GroupedRecords implements Records {
  readonly #queue = new TaskQueue();
  /** Groups whose write has not started yet. */
  readonly #waiting = new Map<string, Group>();

  abstract read<Value>(key: RecordKey, schema: z.ZodType<Value>): Promise<Value | undefined>;
  abstract close(): Promise<void>;
  /** Replaces a record with the result of `changeAll` for its JSON, unless that is undefined. */
  protected abstract write(key: RecordKey, changeAll: ChangeAll): Promise<void>;

  async update<Value>(
    key: RecordKey,
    schema: z.ZodType<Value>,
    change: (value: Value | undefined) => Value | undefined,
  ): Promise<void> {
    let failure: { error: unknown } | undefined;
    const { changes, written } = this.#group(key);
    changes.push((stored) => {
      try {
        const before = stored === undefined ? undefined : schema.parse(stored);
        const value = change(before);
        if (value !== undefined && value !== before) return z.encode(schema, value);
      } catch (error) {
        failure = { error };
      }
      return undefined;
    });
    await written;
    if (failure !== undefined) throw failure.error;
  }

  protected settled(): Promise<void> {
    return this.#queue.settled();
  }

  #group(key: RecordKey): Group {
    const name = JSON.stringify(key);
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) return waiting;
    const changes: Group["changes"] = [];
    const written = this.#queue.enqueue(name, () =>
      this.write(key, (stored) => {
        this.#waiting.delete(name);
        let changed: unknown;
        for (const change of changes) changed = change(changed ?? stored) ?? changed;
        return changed;
      }),
    );
    // A write may fail before it reads the record.
    const forget = () => this.#waiting.get(name) === group && this.#waiting.delete(name);
    const group = { changes, written: written.finally(forget) };
    this.#waiting.set(name, group);
    return group;
  }
}

/** Records in a folder that the story store has already locked. */
export class FolderRecords extends GroupedRecords {
  readonly #folder: string;
  /** The error after which nothing can be read or written until the folder is reopened. */
  #doubt: UncertainWriteError | undefined;
  #isClosed = false;

  private constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  static open(dataDir: string): Promise<FolderRecords> {
    const folder = join(dataDir, recordsFolder);
    return convertFolderErrors(dataDir, async () => {
      await makeFolder(folder);
      await removeTemporaryFiles(folder);
      await syncFolder(folder);
      return new FolderRecords(folder);
    });
  }

  async read<Value>(key: RecordKey, schema: z.ZodType<Value>): Promise<Value | undefined> {
    // Must not return a record that a power failure may undo.
    if (this.#doubt !== undefined) throw this.#doubt;
    const path = this.#pathOf(key);
    const found = await new DurableFile(path, fileSchema.extend({ value: schema }).parse).read();
    if (found === null) return undefined;
    if (JSON.stringify(found.key) === JSON.stringify(key)) return found.value;
    throw new CorruptFileError(`${path} has content that does not match its name.`);
  }

  protected async write(key: RecordKey, changeAll: ChangeAll): Promise<void> {
    const value = changeAll(await this.read(key, z.unknown()));
    if (value === undefined) return;
    if (this.#isClosed) throw new Error("The records are closed.");
    try {
      await new DurableFile(this.#pathOf(key), z.unknown().parse).write({ key, value });
    } catch (error) {
      if (error instanceof UncertainWriteError) this.#doubt = error;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.settled();
    this.#isClosed = true;
  }

  /** Hashed, because a key may contain any character. */
  #pathOf(key: RecordKey): string {
    const name = createHash("sha256").update(JSON.stringify(key)).digest("hex");
    return join(this.#folder, `${name}.json`);
  }
}

/** Locks a record until the end of the transaction, even while it has no row. */
const lockRecord = {
  name: "lock_record",
  text: "select pg_advisory_xact_lock(hashtextextended($1, 7327450002))",
};

const readRecord = { name: "read_record", text: "select value from records where key = $1" };

const writeRecord = {
  name: "write_record",
  text: `insert into records (key, value) values ($1, $2)
    on conflict (key) do update set value = excluded.value`,
};

/** Records in a table that the story store has already created. */
export class DatabaseRecords extends GroupedRecords {
  readonly #database: Database;

  constructor(database: Database) {
    super();
    this.#database = database;
  }

  async read<Value>(key: RecordKey, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const values = [JSON.stringify(key)];
    const [row] = await this.#database.query<{ value: unknown }>(readRecord, values);
    return row && schema.parse(row.value);
  }

  protected async write(key: RecordKey, changeAll: ChangeAll): Promise<void> {
    const name = JSON.stringify(key);
    const work = this.#database.withClient((client) =>
      inTransaction(client, async () => {
        await client.query({ ...lockRecord, values: [name] });
        const { rows } = await client.query<{ value: unknown }>({ ...readRecord, values: [name] });
        const value = changeAll(rows[0]?.value);
        if (value === undefined) return;
        await client.query({ ...writeRecord, values: [name, JSON.stringify(value)] });
      }),
    );
    await work.catch((error) => {
      throw new QueryError(error);
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
