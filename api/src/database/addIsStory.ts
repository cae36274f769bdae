import type { PoolClient } from "pg";
import { isStory } from "#protocol/isStory";

interface Candidate {
  drifter_id: string;
  revision: number;
  narrative: string;
}

/** Selects a batch of texts that may be empty stories: those that start with white space or `<`, or are empty. */
const nextCandidates = `select drifter_id, revision, narrative from narrative_revisions
  where (drifter_id, revision) > ($1, $2) and left(narrative, 1) !~ '^[!-;=-~]'
  order by drifter_id, revision limit 16`;

const markAsNone = `update narrative_revisions set is_story = false
  where drifter_id = $1 and revision = $2`;

/**
 * Migration that adds `is_story`: whether a revision's text was a story when it was accepted. Existing texts
 * that are no story get false. Null means a story, or a revision written by an older version, in which only an
 * empty text removed a story.
 */
export async function addIsStory(client: PoolClient): Promise<void> {
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
