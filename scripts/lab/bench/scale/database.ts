import { Client } from "pg";
import { cpuMicrosecondsOf } from "../api/servers/processUsage.ts";

/** Size of a store's database. */
export interface DatabaseSize {
  databaseBytes: number;
  /** Of the table with every accepted text, and its indexes. */
  revisionsBytes: number;
}

/** Looks at a database from a connection of its own. */
export class DatabaseProbe {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(databaseUrl: string): Promise<DatabaseProbe> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    return new DatabaseProbe(client);
  }

  async size(): Promise<DatabaseSize> {
    const { rows } = await this.#client.query<{ database: string; revisions: string }>(
      `select pg_database_size(current_database()) as database,
        pg_total_relation_size('narrative_revisions') as revisions`,
    );
    return {
      databaseBytes: Number(rows[0]?.database),
      revisionsBytes: Number(rows[0]?.revisions),
    };
  }

  /** Connections of services to this database. */
  async connections(): Promise<number> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where application_name = 'fringe-drifters' and datname = current_database()`,
    );
    return rows.length;
  }

  /** CPU times of the database server's processes that run at this moment, by process ID. */
  async cpuMicroseconds(): Promise<ReadonlyMap<number, number>> {
    const { rows } = await this.#client.query<{ pid: number }>("select pid from pg_stat_activity");
    const times = rows.map(async ({ pid }) => [pid, await cpuMicrosecondsOf(pid)] as const);
    return new Map(await Promise.all(times));
  }

  /** Bytes that the server has written to its log (WAL). */
  async walBytes(): Promise<number> {
    const { rows } = await this.#client.query<{ bytes: string }>(
      "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes",
    );
    return Number(rows[0]?.bytes);
  }

  /** Writes out what earlier work has left to be written. */
  async settle(): Promise<void> {
    await this.#client.query("checkpoint");
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
