import { Client } from "pg";
import { localChainId, localContractAddress } from "#protocol/localWorld";
import { createLogger } from "#service/server";
import { openStore } from "#service/stories";
import { createRandom } from "../../../shared/random.ts";

/** Beginnings of stories; a story continues with the paragraphs after its first one. */
const paragraphs = 512;
const paragraphWords = 36;
const vocabulary = 4_000;
/** About the size of a paragraph. */
const paragraphBytes = 256;
const holders = 250_000;

/**
 * Fills an empty database with the stories of drifters 1 to `count` and their search index, in SQL: through the
 * service's own `restore` and its search, a million would take an hour.
 *
 * @param textBytes mean size of a story; sizes differ up to twice as much.
 */
export async function fillDatabase(
  databaseUrl: string,
  count: number,
  textBytes: number,
): Promise<void> {
  // Creates the tables.
  await (await openStore({ dataDir: "", databaseUrl }, createLogger("silent"))).close();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set work_mem = '256MB'; set maintenance_work_mem = '512MB'");
    await client.query("begin");
    await client.query(
      "create temporary table paragraph on commit drop as select * from unnest($1::text[]) with ordinality as paragraph (text, place)",
      [writeParagraphs()],
    );
    const lengths = 2 * Math.max(1, Math.round(textBytes / paragraphBytes)) - 1;
    for (const statement of statementsFor(count, lengths)) await client.query(statement);
    await client.query("commit");
    // Otherwise the database does both while something is measured.
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

/** Paragraphs of words of which some are frequent and most are rare, as in a language. */
function writeParagraphs(): string[] {
  const random = createRandom("paragraphs");
  const words = Array.from({ length: vocabulary }, () => {
    const letters = Math.floor(random.between(2, 11));
    return Array.from({ length: letters }, () => random.pick(lettersOfWords)).join("");
  });
  const word = () => words[Math.floor(random.next() ** 3 * vocabulary)];
  return Array.from(
    { length: paragraphs },
    () => `${Array.from({ length: paragraphWords }, word).join(" ")}.\n\n`,
  );
}

const lettersOfWords = [..."etaoinshrdlucmwfgypb"] as [string, ...string[]];

/** @param lengths sizes of stories, in paragraphs from 1. */
function statementsFor(count: number, lengths: number): string[] {
  return [
    `create temporary table passage on commit drop as
      select first, length, text, to_tsvector('simple', text) as words
      from generate_series(0, ${paragraphs - 1}) as first, generate_series(1, ${lengths}) as length,
        lateral (
          select string_agg(text, '' order by nth) as text from generate_series(0, length - 1) as nth
          join paragraph on place = 1 + (first + nth) % ${paragraphs}
        ) as texts`,
    "analyze passage",
    // By number as a text, so that the indexes are filled in their order.
    `insert into narrative_revisions (drifter_id, revision, narrative_sha256, narrative, signed_message,
        signature, author, saved_at, block_number, chain_id, contract, is_story)
      select id, 1, hash, narrative, 'I own Drifter ' || id || ' and I am posting ' || hash,
        '0x' || hash || hash || '1b',
        '0x' || substr(encode(sha256((number % ${holders})::text::bytea), 'hex'), 1, 40),
        timestamptz '2026-01-01' + number * interval '1.007 seconds',
        20000000 + number, ${localChainId}, '${localContractAddress}', true
      from (
        select number, number::text collate "C" as id, narrative,
          encode(sha256(convert_to(narrative, 'UTF8')), 'hex') as hash
        from (
          select number, '# Drifter ' || number || E'\\n\\n' || text as narrative
          from generate_series(1, ${count}) as number
          join passage on first = number * 17 % ${paragraphs} and length = 1 + number % ${lengths}
        ) as stories
      ) as hashed
      order by id`,
    `insert into narrative_heads (drifter_id, revision, narrative_sha256, author, saved_at, position)
      select drifter_id, revision, narrative_sha256, author, saved_at, drifter_id::integer
      from narrative_revisions order by 1`,
    `update narrative_clock set position = ${count},
      saved_at = (select max(saved_at) from narrative_heads)`,
    "drop index narrative_words, narrative_mentions",
    `insert into narrative_texts (drifter_id, revision, saved_at, format, plain, mentions, words)
      select drifter_id, revision, saved_at, 1, text, '{}', words
      from narrative_heads
      join passage on first = drifter_id::integer * 17 % ${paragraphs}
        and length = 1 + drifter_id::integer % ${lengths}
      order by drifter_id`,
    "create index narrative_words on narrative_texts using gin (words) with (gin_pending_list_limit = 128)",
    "create index narrative_mentions on narrative_texts using gin (mentions) with (gin_pending_list_limit = 128)",
  ];
}
