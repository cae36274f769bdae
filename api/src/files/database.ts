import {
  Client,
  type ClientBase,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResultRow,
} from "pg";
import type { Logger } from "pino";
import { makeSchema, SchemaError } from "./schema.ts";

/** Thrown when the database is unusable; the message states the cause and never contains the password. */
export class DatabaseError extends Error {
  override name = "DatabaseError";
}

/** A loggable database error: message and code, without values or the password. */
export class QueryError extends Error {
  override name = "QueryError";
  readonly code: unknown;

  constructor(error: unknown) {
    super(summarize(error));
    this.code = error instanceof Error && "code" in error ? error.code : undefined;
  }
}

/**
 * Sets each connection's parameters, overriding database, role and pooler defaults. Poolers reject
 * or ignore unknown startup parameters.
 */
const sessionSettings = `
  set statement_timeout = '10s';
  -- A transaction of a lost connection would keep its locks until the operating system notices the loss.
  set idle_in_transaction_session_timeout = '15s';
  -- The driver reads times of this form only.
  set datestyle = 'ISO';
  set timezone = 'UTC';
`;

/** A PostgreSQL database with this service's schema. */
export class Database {
  readonly #pool: Pool;
  readonly #onBroken: (error: unknown) => void;

  private constructor(pool: Pool, onBroken: (error: unknown) => void) {
    this.#pool = pool;
    this.#onBroken = onBroken;
  }

  /**
   * Opens a database; creates the tables if it is empty.
   *
   * @throws {DatabaseError}
   */
  static async open(
    databaseUrl: string,
    logger: Logger,
    { connections }: { connections: number },
  ): Promise<Database> {
    const pool = new Pool({
      connectionString: databaseUrl,
      application_name: "token-stories",
      max: connections,
      connectionTimeoutMillis: 5_000,
      query_timeout: 12_000,
      onConnect: (client) => client.query(sessionSettings),
    });
    // The pool replaces broken idle connections; without a handler, an "error" event would end the process.
    const onBroken = (error: unknown) =>
      logger.warn({ reason: summarize(error) }, "a connection broke");
    pool.on("error", onBroken);
    const database = new Database(pool, onBroken);
    try {
      await database.withClient((client) => assertOwnSession(client, databaseUrl));
      await database.withClient(prepareDatabase);
      return database;
    } catch (cause) {
      await pool.end();
      throw toDatabaseError(cause, databaseUrl);
    }
  }

  /** @throws {QueryError} */
  async query<Row extends QueryResultRow>(query: QueryConfig, values: unknown[]): Promise<Row[]> {
    try {
      const { rows } = await this.#pool.query<Row>({ ...query, values });
      return rows;
    } catch (error) {
      throw new QueryError(error);
    }
  }

  /**
   * Runs `work` with one pooled connection.
   *
   * @throws {QueryError} if no connection is available.
   */
  async withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect().catch((error) => {
      throw new QueryError(error);
    });
    // The pool handles only idle connections' errors; an unhandled error between two queries ends the process.
    client.on("error", this.#onBroken);
    let isBroken = true;
    try {
      const result = await work(client);
      isBroken = false;
      return result;
    } finally {
      client.off("error", this.#onBroken);
      // After a timeout, the connection is still waiting for its response, which would block the next query.
      client.release(isBroken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Rejects poolers that assign a session per transaction, because settings and prepared statements would not persist.
 */
async function assertOwnSession(client: PoolClient, databaseUrl: string): Promise<void> {
  const readSession = async (connection: ClientBase) =>
    (await connection.query<{ id: number }>("select pg_backend_pid() as id")).rows[0]?.id;
  const session = await readSession(client);
  // Without a pooler, the server reports the session when the connection starts. The driver's type lacks this field.
  if ("processID" in client && client.processID === session) return;
  const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
  const other = new Client({ connectionString: databaseUrl, ...timeouts });
  try {
    await other.connect();
    for (let round = 0; round < 3; round += 1) {
      const others = await readSession(other);
      if (others !== session && (await readSession(client)) === session) continue;
      throw new DatabaseError(
        "The connection pooler in front of the database shares sessions among connections. Set its pool mode to session, or connect to the database directly.",
      );
    }
  } finally {
    await other.end();
  }
}

async function prepareDatabase(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ encoding: string; durability: string }>(
    "select current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as durability",
  );
  const { encoding, durability } = rows[0] ?? {};
  if (encoding !== "UTF8") {
    throw new DatabaseError(
      `The database's encoding is ${encoding}. Create a database with ENCODING 'UTF8'.`,
    );
  }
  if (durability === "off") {
    throw new DatabaseError(
      "The database acknowledges commits before they are durable. Set its synchronous_commit to on.",
    );
  }
  await makeSchema(client);
}

/** Creates an error that explains to the operator why the database is unusable. */
export function toDatabaseError(error: unknown, databaseUrl: string): Error {
  if (error instanceof DatabaseError) return error;
  if (error instanceof SchemaError) return new DatabaseError(error.message);
  const { host, pathname } = new URL(databaseUrl);
  return new DatabaseError(
    `The database ${host}${pathname} cannot be used: ${summarize(error)}. Check DATABASE_URL.`,
  );
}

function summarize(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(summarize).join("; ");
  return error instanceof Error ? error.message : String(error);
}
