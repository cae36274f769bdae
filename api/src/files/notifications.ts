import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

const pauseMilliseconds = 1_000;

/**
 * Calls `onNotification` with each notification of a channel (`LISTEN`), on a connection of its own, which is opened
 * again whenever it breaks. Notifications may be lost: nothing may depend on them but how soon something happens.
 *
 * @param onBroken called when an established connection breaks.
 * @returns a function that ends the connection.
 */
export function listen(
  databaseUrl: string,
  channel: string,
  onNotification: () => void,
  onBroken: (error: unknown) => void,
): () => Promise<void> {
  let client: Client | undefined;
  let isClosed = false;
  void connectAgain();
  return async () => {
    isClosed = true;
    await client?.end().catch(() => undefined);
  };

  async function connectAgain(): Promise<void> {
    while (!isClosed) {
      const { promise: broken, resolve } = Promise.withResolvers<unknown>();
      const current = new Client({
        connectionString: databaseUrl,
        application_name: "token-stories",
        connectionTimeoutMillis: 5_000,
        query_timeout: 5_000,
        keepAlive: true,
        // Otherwise a lost connection is noticed after hours only.
        keepAliveInitialDelayMillis: 10_000,
      });
      client = current;
      current.on("error", resolve);
      current.on("end", () => resolve(new Error("The connection has ended.")));
      current.on("notification", onNotification);
      try {
        await current.connect();
        await current.query(`listen ${channel}`);
        const error = await broken;
        if (!isClosed) onBroken(error);
      } catch {
        // It is tried again.
      }
      current.end().catch(() => undefined);
      if (!isClosed) await delay(pauseMilliseconds, undefined, { ref: false });
    }
    await client?.end().catch(() => undefined);
  }
}
