import type { QueryConfig, QueryResultRow } from "pg";
import type { Logger } from "pino";
import { Database } from "../database/database.ts";
import type { AuthorizationStore, IssuedSlot, SlotHolder } from "./store.ts";
import { recordUnavailable } from "./storeFault.ts";

const slotsOfHolder = {
  name: "slots_of_holder",
  text: `select number, transaction_id, qty from mint_authorizations
    where chain_id = $1 and contract = $2 and phase = $3 and minter = $4 order by number`,
};

/** Waits for whoever is writing the same slot; gives no row if it is taken then. */
const takeSlot = {
  name: "take_slot",
  text: `insert into mint_authorizations
      (chain_id, contract, phase, minter, number, transaction_id, qty)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing
    returning number, transaction_id, qty`,
};

interface SlotRow {
  number: number;
  transaction_id: string;
  /** PostgreSQL's numeric, in digits. */
  qty: string;
}

/** The record in the database of the stories, for any number of processes. */
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

  async take(holder: SlotHolder, slot: IssuedSlot): Promise<IssuedSlot> {
    const { number, transactionID, qty } = slot;
    const values = [...keyOf(holder), number, transactionID, qty.toString()];
    const [taken] = await this.#ask<SlotRow>(takeSlot, values);
    if (taken !== undefined) return slotOf(taken);
    const winner = (await this.issued(holder))[number - 1];
    if (winner !== undefined) return winner;
    throw recordUnavailable(new Error(`Slot ${number} is taken, and not there.`));
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #ask<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]> {
    try {
      return await this.#database.ask<Row>(query, values);
    } catch (error) {
      throw recordUnavailable(error);
    }
  }
}

function keyOf({ chainId, contract, phase, minter }: SlotHolder): unknown[] {
  return [chainId, contract.toLowerCase(), phase, minter.toLowerCase()];
}

function slotOf({ number, transaction_id, qty }: SlotRow): IssuedSlot {
  return { number, transactionID: transaction_id, qty: BigInt(qty) };
}
