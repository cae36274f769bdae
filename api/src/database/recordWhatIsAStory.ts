import type { PoolClient } from "pg";
import { isStory } from "#protocol/isStory";

interface Candidate {
  drifter_id: string;
  revision: number;
  narrative: string;
}

/** Texts that may be no story, a few at a time: any other begins with a sign that is neither white space nor `<`. */
const nextCandidates = `select drifter_id, revision, narrative from narrative_revisions
  where (drifter_id, revision) > ($1, $2) and left(narrative, 1) !~ '^[!-;=-~]'
  order by drifter_id, revision limit 16`;

/**
 * A migration. From now on each revision and each head says whether its text was a story when it
 * was accepted; of those that are there it is decided here, once and for all.
 */
export async function recordWhatIsAStory(client: PoolClient): Promise<void> {
  await client.query(`
    alter table narrative_revisions add column is_story boolean not null default true;
    alter table narrative_heads add column is_story boolean not null default true;
  `);
  let last: Pick<Candidate, "drifter_id" | "revision"> | undefined = {
    drifter_id: "",
    revision: 0,
  };
  while (last !== undefined) {
    const after: unknown[] = [last.drifter_id, last.revision];
    const { rows } = await client.query<Candidate>(nextCandidates, after);
    for (const { drifter_id, revision, narrative } of rows) {
      if (isStory(narrative)) continue;
      for (const table of ["narrative_revisions", "narrative_heads"]) {
        const sql = `update ${table} set is_story = false where drifter_id = $1 and revision = $2`;
        await client.query(sql, [drifter_id, revision]);
      }
    }
    last = rows.at(-1);
  }
  // Whoever saves says it, so that no process of an older version leaves it out.
  await client.query(`
    alter table narrative_revisions alter column is_story drop default;
    alter table narrative_heads alter column is_story drop default;
  `);
}
