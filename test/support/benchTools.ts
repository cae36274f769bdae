import type { BenchTools } from "../../scripts/lab/bench/api/bench.ts";
import { loadServer } from "../../scripts/lab/bench/api/servers/loadServer.ts";
import { usageOfThisProcess } from "../../scripts/lab/bench/api/servers/usage.ts";
import { requestResource } from "../../scripts/test/resources.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

/** The subjects of the benches, in this process and on the run's PostgreSQL server. */
export const benchToolsHere: BenchTools = {
  async startServer(name, input) {
    const serve = await loadServer(name);
    const { url, close } = await serve({ ...input, logLevel: "silent" });
    return { url, usage: async () => usageOfThisProcess(), end: close };
  },
  async startService({ store, rpcUrl }) {
    const serve = await loadServer("ours");
    const { url, close } = await serve({ store, rpcUrl, logLevel: "silent" });
    const usage = async () => usageOfThisProcess();
    return { url, usage, end: close, pin: () => undefined, rpcRequests: async () => 0 };
  },
  async startDatabases() {
    const made: TestDatabase[] = [];
    return {
      async create() {
        const database = await createTestDatabase();
        made.push(database);
        return database.url;
      },
      async end() {
        for (const database of made) await database[Symbol.asyncDispose]();
      },
    };
  },
  // For the pages of `ours`.
  build: () => requestResource("page"),
  step: (_title, work) => work(() => undefined),
};
