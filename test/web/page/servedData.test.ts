import { QueryClient } from "@tanstack/react-query";
import { expect } from "chai";
import {
  incompleteData,
  restoreServedData,
  serializeQueries,
} from "../../../web/src/page/servedData.ts";

describe("served page data", () => {
  /** Passes data through the page, and returns the browser's client. */
  async function pass(fill: (client: QueryClient) => unknown): Promise<QueryClient> {
    const server = new QueryClient();
    await fill(server);
    const client = new QueryClient();
    restoreServedData(client, serializeQueries(server));
    return client;
  }

  const isStale = (client: QueryClient, name: string) => {
    const query = client
      .getQueryCache()
      .build(client, client.defaultQueryOptions({ queryKey: [name] as readonly unknown[] }));
    const { staleTime } = client.getDefaultOptions().queries ?? {};
    return query.isStaleByTime(typeof staleTime === "function" ? staleTime(query) : staleTime);
  };

  it("serializes the same data identically, regardless of fetch time", async () => {
    const at = (updatedAt: number) => {
      const client = new QueryClient();
      client.setQueryData(["story"], "Told.", { updatedAt });
      return serializeQueries(client);
    };
    expect(at(1_000)).to.equal(at(2_000));
  });

  it("is fresh, except truncated data and data that arrives later", async () => {
    const client = await pass((server) => {
      server.setQueryData(["story"], "Told.");
      server.setQueryData(["list"], ["1"], incompleteData);
    });
    expect(client.getQueryData(["story"])).to.equal("Told.");
    expect(client.getQueryData(["list"])).to.deep.equal(["1"]);
    expect(isStale(client, "story")).to.equal(false);
    expect(isStale(client, "list")).to.equal(true);
    client.setQueryData(["later"], 1, { updatedAt: Date.now() - 5_000 });
    expect(isStale(client, "later")).to.equal(true);
  });

  it("contains failures, but no unfetched queries", async () => {
    const client = await pass(async (server) => {
      const queryFn = () => Promise.reject(new Error("It does not exist."));
      await server.prefetchQuery({ queryKey: ["missing"], queryFn, retry: false });
      server.getQueryCache().build(server, server.defaultQueryOptions({ queryKey: ["pending"] }));
    });
    expect(client.getQueryState(["missing"])).to.include({ status: "error", errorUpdateCount: 1 });
    expect(client.getQueryState(["pending"])).to.equal(undefined);
  });
});
