import type { PoolClient } from "pg";
import { inTransaction } from "./inTransaction.ts";

/** Thrown when the tables belong to a different version of this service. */
export class SchemaError extends Error {
  override name = "SchemaError";
}

/** Advisory lock key, which no other program may use in the same database. */
const schemaLock = 7_327_450_001;

const version = 1;

const schema = `
  create table narrative_schema (
    version integer primary key,
    made_at timestamptz not null default now()
  );

  -- Every accepted text. A row is written once and never changed.
  create table narrative_revisions (
    drifter_id       text collate "C" not null,
    revision         integer not null check (revision >= 1),
    narrative_sha256 text collate "C" not null,
    narrative        text not null,
    signed_message   text not null,
    signature        text not null,
    author           text not null,
    saved_at         timestamptz(3) not null,
    block_number     bigint not null,
    chain_id         bigint not null,
    contract         text not null,
    -- Whether the text was a story when it was accepted.
    is_story         boolean not null,
    primary key (drifter_id, revision),
    -- The replay rule: no token takes the same text twice.
    unique (drifter_id, narrative_sha256)
  );

  -- The newest revision of each token, and the position of its save among all saves.
  create table narrative_heads (
    drifter_id       text collate "C" primary key,
    revision         integer not null,
    narrative_sha256 text collate "C" not null,
    author           text not null,
    saved_at         timestamptz(3) not null,
    is_story         boolean not null,
    position         bigint not null unique
  );

  -- One row. Each save moves it, and so waits for the one before: whoever has seen a position
  -- has seen all below it, and no two saves share an instant.
  create table narrative_clock (
    is_only  boolean primary key default true check (is_only),
    position bigint not null,
    saved_at timestamptz(3) not null
  );
  insert into narrative_clock (position, saved_at) values (0, 'epoch');

  -- Tokens whose stories are kept and told to nobody.
  create table narrative_hidden (
    drifter_id text collate "C" primary key,
    reason     text not null,
    hidden_at  timestamptz(3) not null default now()
  );

  -- Issued mint authorizations, the sequence of their IDs, and what was minted when the chain was read last.
  create table records (
    key   text collate "C" primary key,
    value jsonb not null
  );
`;

/**
 * Creates the tables in an empty database, once even if several processes start together. Existing tables are only
 * read, so that a standby or a role without DDL privileges suffices.
 *
 * @throws {SchemaError}
 */
export async function makeSchema(client: PoolClient): Promise<void> {
  if (await hasSchema(client)) return;
  await inTransaction(client, async () => {
    await client.query("set local statement_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [schemaLock]);
    if (await hasSchema(client)) return;
    await client.query(schema);
    await client.query("insert into narrative_schema (version) values ($1)", [version]);
  });
}

async function hasSchema(client: PoolClient): Promise<boolean> {
  // Locking the catalog makes tables visible that a concurrent session just created.
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    "select exists (select from pg_class where oid = to_regclass('narrative_schema')) as is_there",
  );
  if (tables[0]?.is_there !== true) return false;
  const { rows } = await client.query<{ version: number }>("select version from narrative_schema");
  const [found] = rows;
  if (found?.version === version) return true;
  throw new SchemaError(
    `The database has format ${found?.version}; this service reads format ${version}. Run the version that wrote it.`,
  );
}
