import type { PoolClient } from "pg";
import { inTransaction } from "./inTransaction.ts";

/** Thrown when a newer version of this service migrated the database. */
export class NewerSchemaError extends Error {
  override name = "NewerSchemaError";
}

/** Key of the advisory lock; no other program may use it in the same database. */
const migrationLock = 7_327_450_001;

/** Each migration runs once, in this order; a released one is never changed. */
const migrations: readonly string[] = [
  `
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
    primary key (drifter_id, revision),
    -- The replay rule: no drifter takes the same text twice.
    unique (drifter_id, narrative_sha256)
  );

  -- The newest revision of each drifter, and the position of its save among all saves.
  create table narrative_heads (
    drifter_id       text collate "C" primary key,
    revision         integer not null,
    narrative_sha256 text collate "C" not null,
    author           text not null,
    saved_at         timestamptz(3) not null,
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
  `,
  `
  -- Drifters whose stories are kept and told to nobody.
  create table narrative_hidden (
    drifter_id text collate "C" primary key,
    reason     text not null,
    hidden_at  timestamptz(3) not null default now()
  );
  `,
  `
  -- Every mint authorisation that was given out. A row is written once and never changed.
  create table mint_authorizations (
    chain_id       bigint not null,
    contract       text collate "C" not null,
    phase          text collate "C" not null,
    minter         text collate "C" not null,
    number         integer not null check (number >= 1),
    transaction_id text not null,
    qty            numeric(78, 0) not null check (qty >= 1),
    issued_at      timestamptz(3) not null default now(),
    -- The primary key gives a slot to the first writer.
    primary key (chain_id, contract, phase, minter, number)
  );
  `,
  `
  -- Whether the text was a story when it was accepted; null means yes.
  alter table narrative_revisions add column is_story boolean;
  `,
  `
  -- From now on a row is one transaction id: qty is the largest quantity that was ever signed under it,
  -- settled_qty what its mint gave, and since_block a block at which it was not used yet.
  alter table mint_authorizations
    add column settled_qty numeric(78, 0) check (settled_qty between 1 and qty),
    add column since_block numeric(78, 0) not null default 0;
  create unique index mint_numbers on mint_authorizations (chain_id, contract, transaction_id)
    where transaction_id ~ '^[0-9]+$';

  -- Each collection's latest transaction id, a number, and its signer.
  create table mint_sequences (
    chain_id bigint not null,
    contract text collate "C" not null,
    last     bigint not null check (last >= 0),
    signer   text collate "C" not null,
    primary key (chain_id, contract)
  );
  `,
  `
  -- The ranges of minted IDs that were read last, for starts while the chain cannot be read.
  create table minted_ranges (
    chain_id bigint not null,
    contract text collate "C" not null,
    ranges   jsonb not null,
    primary key (chain_id, contract)
  );
  `,
  `
  -- Words of current stories, for the search. Every row can be made again from the stories.
  create table narrative_texts (
    drifter_id text collate "C" primary key,
    revision   integer not null,
    saved_at   timestamptz(3) not null,
    format     integer not null,
    plain      text not null,
    mentions   text[] not null,
    words      tsvector not null
  );
  -- Ranking reads the words of many rows, which takes longer if they are compressed.
  alter table narrative_texts alter column words set storage external;
  -- Every search reads the whole list of pending changes, so it is kept short (in kB).
  create index narrative_words on narrative_texts
    using gin (words) with (gin_pending_list_limit = 128);
  create index narrative_mentions on narrative_texts
    using gin (mentions) with (gin_pending_list_limit = 128);
  `,
  `
  -- Announces each change, so that other processes load it at once.
  create or replace function announce_narrative_change() returns trigger language plpgsql as
    'begin perform pg_notify(''narrative_changes'', new.position::text); return null; end';
  create or replace trigger announce_narrative_change after update of position on narrative_clock
    for each row execute function announce_narrative_change();
  `,
  `
  -- The few texts that are no stories: a start reads these instead of every text.
  create index narrative_removals on narrative_revisions (drifter_id, revision)
    where is_story is distinct from true;
  `,
];

/**
 * Migrates the schema. Processes that start together run each migration only once.
 *
 * @throws {NewerSchemaError}
 */
export async function migrateSchema(client: PoolClient): Promise<void> {
  await inTransaction(client, async () => {
    await client.query("set local statement_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists narrative_migrations (version integer primary key, applied_at timestamptz not null default now())",
    );
    await applyPending(client);
  });
}

async function applyPending(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select coalesce(max(version), 0) as version from narrative_migrations",
  );
  const applied = rows[0]?.version ?? 0;
  if (applied > migrations.length) {
    throw new NewerSchemaError(
      `The database is at version ${applied}; this service supports versions up to ${migrations.length}. Run the newer service.`,
    );
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < applied) continue;
    await client.query(migration);
    await client.query("insert into narrative_migrations (version) values ($1)", [index + 1]);
  }
}
