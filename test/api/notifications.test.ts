import { expect } from "chai";
import { pino } from "pino";
import { Notifications } from "../../api/src/database/notifications.ts";
import { changesChannel } from "../../api/src/narratives/postgresQueries.ts";
import { PostgresStore } from "../../api/src/narratives/postgresStore.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";
import { draft } from "./narrativeDraft.ts";

/** This test's connection, once it listens; the store has one of its own. */
const listeners =
  "pid from pg_stat_activity where application_name = 'listener' and state = 'idle' and query ilike 'listen%'";

describe("Notifications", () => {
  it("receives the position of each save and change of the hide list, also after its connection broke", async () => {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await borrowDatabase());
    const store = await PostgresStore.open(database.url, pino({ level: "silent" }));
    stack.defer(() => store.close());
    const received: string[] = [];
    const broken: unknown[] = [];
    let notify = () => {};
    const notifications = new Notifications(`${database.url}?application_name=listener`, {
      channel: changesChannel,
      onNotification(payload) {
        received.push(payload);
        notify();
      },
      onBroken: (error) => broken.push(error),
      pauseMilliseconds: 1,
    });
    stack.defer(() => notifications.close());
    const receives = async (count: number) => {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    };
    const isListening = async (before?: unknown) => {
      for (;;) {
        const [row] = await database.query(`select ${listeners} order by backend_start desc`);
        if (row !== undefined && row.pid !== before) return row.pid;
      }
    };

    const pid = await isListening();
    await store.save(draft("1", "One."));
    await receives(1);
    await store.hideList.hide("1", "");
    await receives(2);
    await database.query(`select pg_terminate_backend(pid), ${listeners}`);
    await isListening(pid);
    await store.save(draft("1", "Two."));
    await receives(3);
    expect(received).to.deep.equal(["1", "2", "3"]);
    expect(broken).to.have.length(1);
  });
});
