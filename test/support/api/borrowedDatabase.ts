import { createTestDatabase, type TestDatabase } from "../postgres.ts";

/** Databases that no test is using. */
const free: TestDatabase[] = [];

/**
 * Returns an empty database, with or without the service's tables. Reuses databases, because emptying one is many times
 * faster than creating one. Dispose of it to return it.
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
  delete from records;
  update narrative_clock set position = 0, saved_at = 'epoch';
`;
