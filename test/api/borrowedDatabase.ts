import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

/** Those that no test is using. */
const free: TestDatabase[] = [];

/**
 * A database with the service's tables or without any, and in either case with nothing in them: to empty one is
 * many times faster than to make one. Whoever borrows it opens a store in it, and gives it back by disposing of it.
 */
export async function borrowDatabase(): Promise<TestDatabase> {
  const database = free.pop() ?? (await createTestDatabase());
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.query(emptyTables);
      free.push(database);
    },
  };
}

const emptyTables = `
  delete from narrative_revisions;
  delete from narrative_heads;
  delete from narrative_hidden;
  delete from mint_authorizations;
  delete from mint_sequences;
  update narrative_clock set position = 0, saved_at = 'epoch';
`;
