import type { PoolClient } from "pg";

/** Runs `work` in a transaction; the result is durable once this resolves. */
export async function inTransaction<Result>(
  client: Pick<PoolClient, "query">,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
