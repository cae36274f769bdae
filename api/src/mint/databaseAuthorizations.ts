import type { PoolClient, QueryConfig, QueryResultRow } from "pg";
import type { Logger } from "pino";
import { type Address, getAddress } from "viem";
import { Database, QueryError } from "../database/database.ts";
import { inTransaction } from "../database/inTransaction.ts";
import {
  type AuthorizationStore,
  canSettle,
  type IssuedSlot,
  type NumberSequence,
  type SequenceOwner,
  type SigningRequest,
  type SlotHolder,
  signSlot,
} from "./store.ts";
import { recordUnavailable } from "./storeFault.ts";

/** Locks the slots of this holder until the end of the transaction. */
const lockHolder = {
  name: "lock_holder",
  text: "select pg_advisory_xact_lock(hashtextextended($1, 7327450002))",
};

const slotsOfHolder = {
  name: "slots_of_holder",
  text: `select number, transaction_id, qty, settled_qty, since_block from mint_authorizations
    where chain_id = $1 and contract = $2 and phase = $3 and minter = $4 order by number`,
};

/** Existing slots keep at least their quantity, and stay settled. */
const putSlot = {
  name: "put_slot",
  text: `insert into mint_authorizations as stands
      (chain_id, contract, phase, minter, number, transaction_id, qty, settled_qty, since_block)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (chain_id, contract, phase, minter, number) do update
      set qty = greatest(stands.qty, excluded.qty),
          settled_qty = coalesce(stands.settled_qty, excluded.settled_qty)
      where stands.transaction_id = excluded.transaction_id`,
};

const sequenceOf = {
  name: "mint_sequence",
  text: "select last, signer from mint_sequences where chain_id = $1 and contract = $2",
};

const takeNumber = {
  name: "take_mint_number",
  text: `insert into mint_sequences as stands (chain_id, contract, last, signer) values ($1, $2, 1, $3)
    on conflict (chain_id, contract) do update
      set last = stands.last + 1, signer = excluded.signer
    returning last`,
};

const moveSequence = {
  name: "move_mint_sequence",
  text: `insert into mint_sequences as stands (chain_id, contract, last, signer)
    values ($1, $2, $3, $4)
    on conflict (chain_id, contract) do update
      set last = greatest(stands.last, excluded.last), signer = excluded.signer`,
};

interface SlotRow {
  number: number;
  transaction_id: string;
  /** PostgreSQL returns numeric and bigint as digits. */
  qty: string;
  settled_qty: string | null;
  since_block: string;
}

interface SequenceRow {
  last: string;
  signer: string;
}

/** Records in the stories' database, shared by any number of processes. */
export class DatabaseAuthorizations implements AuthorizationStore {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** @throws {DatabaseError} */
  static async open(databaseUrl: string, logger: Logger): Promise<DatabaseAuthorizations> {
    return new DatabaseAuthorizations(await Database.open(databaseUrl, logger, { connections: 3 }));
  }

  async issued(holder: SlotHolder): Promise<readonly IssuedSlot[]> {
    return (await this.#ask<SlotRow>(slotsOfHolder, keyOf(holder))).map(slotOf);
  }

  sign(holder: SlotHolder, request: SigningRequest): Promise<IssuedSlot | undefined> {
    return this.#changeSlots(holder, async (slots, client) => {
      const slot = await signSlot(slots, request, () => takeFrom(client, holder, request.signer));
      if (slot !== undefined && !slots.includes(slot)) await put(client, holder, slot);
      return slot;
    });
  }

  settle(holder: SlotHolder, number: number, qty: bigint): Promise<IssuedSlot> {
    return this.#changeSlots(holder, async (slots, client) => {
      const stands = slots[number - 1];
      if (stands === undefined) throw new Error(`There is no slot ${number}.`);
      if (!canSettle(stands, qty)) return stands;
      const slot = { ...stands, settled: qty };
      await put(client, holder, slot);
      return slot;
    });
  }

  async sequence({ chainId, contract }: SequenceOwner): Promise<NumberSequence> {
    const key = [chainId, contract.toLowerCase()];
    const [row] = await this.#ask<SequenceRow>(sequenceOf, key);
    if (row === undefined) return { last: 0, signer: undefined };
    return { last: Number(row.last), signer: getAddress(row.signer) };
  }

  async advance(
    { chainId, contract }: SequenceOwner,
    { last, signer }: { last: number; signer: Address },
  ): Promise<void> {
    await this.#ask(moveSequence, [chainId, contract.toLowerCase(), last, signer]);
  }

  /** Imports slots of another record. Existing ones are kept, so that an import can be repeated. */
  async copy(holder: SlotHolder, slots: readonly IssuedSlot[]): Promise<void> {
    await this.#changeSlots(holder, async (_, client) => {
      for (const slot of slots) await put(client, holder, slot);
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #changeSlots<Result>(
    holder: SlotHolder,
    change: (slots: IssuedSlot[], client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const key = keyOf(holder);
    try {
      return await this.#database.withClient((client) =>
        inTransaction(client, async () => {
          await client.query({ ...lockHolder, values: [JSON.stringify(key)] });
          const { rows } = await client.query<SlotRow>({ ...slotsOfHolder, values: key });
          return change(rows.map(slotOf), client);
        }),
      );
    } catch (error) {
      throw recordUnavailable(new QueryError(error));
    }
  }

  async #ask<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]> {
    try {
      return await this.#database.ask<Row>(query, values);
    } catch (error) {
      throw recordUnavailable(error);
    }
  }
}

async function takeFrom(
  client: PoolClient,
  { chainId, contract }: SequenceOwner,
  signer: Address,
): Promise<string> {
  const values = [chainId, contract.toLowerCase(), signer];
  const { rows } = await client.query<Pick<SequenceRow, "last">>({ ...takeNumber, values });
  const [row] = rows;
  if (row === undefined) throw new Error("The sequence gives no number.");
  return row.last;
}

async function put(client: PoolClient, holder: SlotHolder, slot: IssuedSlot): Promise<void> {
  const { number, transactionID, largest, settled, since } = slot;
  const values = [number, transactionID, `${largest}`, settled && `${settled}`, `${since}`];
  const { rowCount } = await client.query({ ...putSlot, values: [...keyOf(holder), ...values] });
  if (rowCount !== 1) throw new Error(`Slot ${number} has another transaction id.`);
}

function keyOf({ chainId, contract, phase, minter }: SlotHolder): unknown[] {
  return [chainId, contract.toLowerCase(), phase, minter.toLowerCase()];
}

function slotOf({ number, transaction_id, qty, settled_qty, since_block }: SlotRow): IssuedSlot {
  return {
    number,
    transactionID: transaction_id,
    largest: BigInt(qty),
    settled: settled_qty === null ? undefined : BigInt(settled_qty),
    since: BigInt(since_block),
  };
}
