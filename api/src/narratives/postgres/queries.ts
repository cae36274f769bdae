/** Maximum rows of `changedHeads`: few enough that their memory is mostly freed before the next rows arrive. */
export const maxHeadsPerQuery = 2_000;

/** Time limit for a reader's query, in case the database or the network hangs. */
const readTimeoutMilliseconds = 3_000;

/**
 * Selects the first heads that have changed since a position, or one row without a head. Each row includes the log's
 * clock and epoch, because a different or restarted server, or restored tables, may lack what was read before.
 */
export const changedHeads = {
  name: "changed_heads",
  text: `select head.*, clock.position as clock,
      concat(extract(epoch from pg_postmaster_start_time()), ' ', clock.tableoid) as epoch
    from narrative_clock as clock left join lateral (
      select changed.*, hidden.drifter_id is not null as is_hidden from narrative_heads as changed
      left join narrative_hidden as hidden on hidden.drifter_id = changed.drifter_id
      where changed.position > $1 order by changed.position limit ${maxHeadsPerQuery}
    ) as head on true order by head.position`,
  query_timeout: readTimeoutMilliseconds,
};

/** Selects a token's head ($1), and whether the token ever had the text with this hash ($2). */
export const saveState = {
  name: "saveState",
  text: `select head.*, exists (
      select from narrative_revisions where drifter_id = $1 and narrative_sha256 = $2
    ) as was_accepted
    from (select $1::text as asked) as question
    left join narrative_heads as head on head.drifter_id = question.asked`,
};

const revisionColumns = `drifter_id, revision, narrative, signed_message, signature, author,
  saved_at, block_number, chain_id, contract`;

export const oneRevision = {
  name: "one_revision",
  text: `select ${revisionColumns} from narrative_revisions where drifter_id = $1 and revision = $2`,
  query_timeout: readTimeoutMilliseconds,
};

/** Selects a batch of a token's revisions ($1) below a revision ($2), newest first. */
export const olderRevisions = {
  name: "older_revisions",
  text: `select ${revisionColumns} from narrative_revisions
    where drifter_id = $1 and revision < $2 order by revision desc limit 8`,
  query_timeout: readTimeoutMilliseconds,
};

/** Selects a batch of all revisions after a token's revision ($1, $2). */
export const nextRevisions = {
  name: "next_revisions",
  text: `select ${revisionColumns} from narrative_revisions
    where (drifter_id, revision) > ($1, $2) order by drifter_id, revision limit 64`,
};

/**
 * In one statement, compare-and-sets a token's head ($1 token, $2 expected revision, 0 for none, $3
 * hash) and inserts a history row. Returns no row if the head has changed.
 */
export const appendRevision = {
  name: "append_revision",
  text: `with tick as (
      update narrative_clock set position = position + 1, saved_at = greatest(
        date_trunc('milliseconds', clock_timestamp()), saved_at + interval '1 millisecond')
      returning position, saved_at
    ), head as (
      insert into narrative_heads as head
        (drifter_id, revision, narrative_sha256, author, is_story, saved_at, position)
      select $1, $2::integer + 1, $3, $7, $11, tick.saved_at, tick.position from tick
      on conflict (drifter_id) do update set revision = excluded.revision,
        narrative_sha256 = excluded.narrative_sha256, author = excluded.author,
        is_story = excluded.is_story, saved_at = excluded.saved_at, position = excluded.position
        where head.revision = $2::integer
      returning drifter_id, revision, narrative_sha256, saved_at
    )
    insert into narrative_revisions (drifter_id, revision, narrative_sha256, saved_at,
      narrative, signed_message, signature, author, block_number, chain_id, contract, is_story)
    select drifter_id, revision, narrative_sha256, saved_at, $4, $5, $6, $7, $8, $9, $10, $11
    from head
    returning ${revisionColumns}, (select position from tick) as position`,
};

/** Locks the clock, which blocks all saves until the end of the transaction. */
export const lockClock = "select from narrative_clock for update";

/** With the clock locked, advances the position of a token's head ($1), so that all processes reread it. */
export const touchHead = {
  name: "touch_head",
  text: `with tick as (update narrative_clock set position = position + 1 returning position)
    update narrative_heads set position = tick.position from tick where drifter_id = $1`,
};

export const hideToken = {
  name: "hide_token",
  text: `insert into narrative_hidden (drifter_id, reason, hidden_at)
    values ($1, $2, coalesce($3, now()))
    on conflict (drifter_id) do update set reason = excluded.reason`,
};

export const unhideToken = {
  name: "unhide_token",
  text: "delete from narrative_hidden where drifter_id = $1",
};

export const hiddenTokens = {
  name: "hidden_tokens",
  text: "select drifter_id, reason, hidden_at from narrative_hidden order by hidden_at, drifter_id",
};

/** Selects whether the database accepts writes; a standby does not. */
export const readOnlyState = {
  name: "writability",
  text: `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean
    as is_read_only`,
};

/** Inserts one revision unchanged; heads are created after all revisions. */
export const restoreRevision = {
  name: "restore_revision",
  text: `insert into narrative_revisions (drifter_id, revision, narrative_sha256, narrative,
      signed_message, signature, author, block_number, chain_id, contract, is_story, saved_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

/** Creates heads for restored revisions in save order, and advances the clock. */
export const restoreHeads = `
  with newest as (
    select distinct on (drifter_id) drifter_id, revision, narrative_sha256, author, is_story, saved_at
    from narrative_revisions order by drifter_id, revision desc
  ), head as (
    insert into narrative_heads
      (drifter_id, revision, narrative_sha256, author, is_story, saved_at, position)
    select newest.*, clock.position + row_number() over (order by newest.saved_at, newest.drifter_id)
    from newest, narrative_clock as clock
    returning position, saved_at
  )
  update narrative_clock set position = latest.position, saved_at = latest.saved_at
  from (select max(position) as position, max(saved_at) as saved_at from head) as latest
  where latest.position is not null`;
