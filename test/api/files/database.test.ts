import { expect } from "chai";
import { pino } from "pino";
import { Database } from "../../../api/src/files/database.ts";
import { borrowDatabase } from "../../support/api/borrowedDatabase.ts";
import { startPooler } from "../../support/api/pooler.ts";

describe("Database", () => {
  it("does not reuse a connection with an outstanding response", async () => {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await borrowDatabase());
    const database = await Database.open(url, pino({ level: "silent" }), { connections: 1 });
    stack.defer(() => database.close());
    const connection = { text: "select pg_backend_pid() as pid" };
    const before = await database.query(connection, []);
    // The server continues to run the query for a second.
    const slow = { text: "select pg_sleep(1)", query_timeout: 50 };
    const failed = await database
      .withClient((client) => client.query(slow))
      .catch(({ message }) => message);
    expect(failed).to.equal("Query read timeout");
    expect(await database.query(connection, [])).not.to.deep.equal(before);
  });

  it("survives a connection loss between two queries", async () => {
    await using stack = new AsyncDisposableStack();
    const { url, query } = stack.use(await borrowDatabase());
    const database = await Database.open(url, pino({ level: "silent" }), { connections: 1 });
    stack.defer(() => database.close());
    await database.withClient(async (client) => {
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      // `once` from node:events would reject with the error.
      const ended = new Promise<void>((resolve) => client.once("end", resolve));
      await query(`select pg_terminate_backend(${rows[0]?.pid})`);
      await ended;
    });
    const quick = { text: "select 1 as one" };
    expect(await database.query(quick, [])).to.deep.equal([{ one: 1 }]);
  });

  it("limits queries and idle transactions behind a session pooler that rejects unknown parameters", async () => {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await borrowDatabase());
    const pooler = stack.use(await startPooler(url, "session"));
    const database = await Database.open(pooler.url, pino({ level: "silent" }), { connections: 2 });
    stack.defer(() => database.close());
    const limits = {
      text: `select pg_sleep(0.05), current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as transaction`,
    };
    const rows = await Promise.all([database.query(limits, []), database.query(limits, [])]);
    expect(rows.flat()).to.deep.equal(
      Array(2).fill({ pg_sleep: "", statement: "10s", transaction: "15s" }),
    );
    const known = ["application_name", "client_encoding", "database", "user"];
    expect([...pooler.parameters].sort()).to.deep.equal(known);
  });

  it("rejects a pooler that shares sessions, and reports how to configure it", async () => {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await borrowDatabase());
    const pooler = stack.use(await startPooler(url, "transaction"));
    const opening = Database.open(pooler.url, pino({ level: "silent" }), { connections: 2 });
    stack.defer(() => opening.then((database) => database.close()).catch(() => undefined));
    expect(await opening.catch(({ message }) => message)).to.equal(
      "The connection pooler in front of the database shares sessions among connections. Set its pool mode to session, or connect to the database directly.",
    );
  });
});
