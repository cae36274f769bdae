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

const markAsNone = `update narrative_revisions set is_story = false
  where drifter_id = $1 and revision = $2`;

/**
 * A migration. From now on each revision says whether its text was a story when it was accepted; of
 * those that are there it is decided here, once and for all. It stays open (null) for a story, and
 * for what processes of an older version go on to write: these knew no other removal than an empty text.
 */
export async function recordWhatIsAStory(client: PoolClient): Promise<void> {
  await client.query("alter table narrative_revisions add column is_story boolean");
  let last: Pick<Candidate, "drifter_id" | "revision"> | undefined = {
    drifter_id: "",
    revision: 0,
  };
  while (last !== undefined) {
    const after: unknown[] = [last.drifter_id, last.revision];
    const { rows } = await client.query<Candidate>(nextCandidates, after);
    for (const { drifter_id, revision, narrative } of rows) {
      if (!isStory(narrative)) await client.query(markAsNone, [drifter_id, revision]);
    }
    last = rows.at(-1);
  }
}
