import { Client } from "pg";

interface NotificationOptions {
  channel: string;
  onNotification: (payload: string) => void;
  /** Called when an established connection breaks. */
  onBroken: (error: unknown) => void;
  /** Pause before each new connection; by default a second. */
  pauseMilliseconds?: number;
}

/**
 * Receives the notifications of a channel (`LISTEN`) on a connection of its own, which is opened again whenever it
 * breaks. Notifications may be lost: nothing may depend on them but how soon something happens.
 */
export class Notifications {
  readonly #databaseUrl: string;
  readonly #options: NotificationOptions;
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Connects in the background. */
  constructor(databaseUrl: string, options: NotificationOptions) {
    this.#databaseUrl = databaseUrl;
    this.#options = options;
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const { channel, onNotification, onBroken, pauseMilliseconds = 1_000 } = this.#options;
    const client = new Client({
      connectionString: this.#databaseUrl,
      application_name: "fringe-drifters",
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
      // Otherwise a lost connection is noticed after hours only.
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#client = client;
    let isListening = false;
    let isBroken = false;
    const reconnect = (error: unknown) => {
      if (isBroken || this.#isClosed) return;
      isBroken = true;
      if (isListening) onBroken(error);
      client.end().catch(() => undefined);
      this.#retry = setTimeout(() => void this.#connect(), pauseMilliseconds).unref();
    };
    client.on("error", reconnect);
    client.on("end", () => reconnect(new Error("The connection has ended.")));
    client.on("notification", ({ payload = "" }) => onNotification(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      isListening = true;
    } catch (error) {
      reconnect(error);
    }
    if (this.#isClosed) await client.end().catch(() => undefined);
  }
}
