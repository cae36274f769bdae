import { expect } from "chai";
import { pino } from "pino";
import { createMetrics, createMetricsServer } from "../../../api/src/operations/metrics.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";
import {
  type Api,
  account,
  signedSave,
  type startApi,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";

const owner = account(2);

describe("GET /metrics", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let metricsUrl: string;
  let api: Api;

  const start = async (overrides: Parameters<typeof startApi>[0] = {}) => {
    // Disables reads of minted ranges, which would invalidate cached responses.
    const settings = { rpcUrls: [rpc.url] as [string], metricsPort: 0, reveal: "all" as const };
    api = await startApiFor(fixture, { ...settings, ...overrides });
    metricsUrl = api.metricsUrl ?? "";
    return api;
  };
  const scrape = async () => (await fetch(metricsUrl)).text();
  /** Returns the value of a Prometheus series by its full name. */
  const seriesValue = async (series: string) => {
    const line = (await scrape()).split("\n").find((line) => line.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  };
  const requests = (method: string, route: string, status: string) =>
    seriesValue(
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
    );

  describe("metrics port", () => {
    beforeEach(async () => {
      await start();
    });
    afterEach(() => api.close());

    it("contains labels only for known routes and methods, regardless of requests", async () => {
      for (const path of ["/api/a", "/api/b", "/c", "/assets/d.js", "/api/narrative/01"]) {
        await api.get(path);
      }
      for (const method of ["PURGE", "PROPFIND", "DELETE"]) {
        await api.send(`/api/narrative`, { method });
      }
      const labels = (await scrape()).matchAll(/http_request_duration_seconds_count\{(.*)\}/g);
      const routes = [...labels].map(([, found]) => /route="([^"]*)"/.exec(found ?? "")?.[1]);
      expect([...new Set(routes)]).to.have.members([
        "/api/narrative",
        "/api/narrative/:drifterId",
        "other",
      ]);
      expect(await requests("GET", "other", "404")).to.equal(3);
      expect(await requests("other", "/api/narrative", "405")).to.equal(3);
    });

    it("counts saves and chain requests by their outcome", async () => {
      const drifterId = await fixture.giveToken(owner.address);
      const request = await signedSave(owner, drifterId, "A tale.");
      await api.save(request);
      await api.save(request);
      await api.save(await signedSave(account(3), drifterId, "Not mine."));
      await api.save(await signedSave(owner, "9999", "Nobody's."));
      await api.post(`/api/narrative/${drifterId}`, "no JSON");
      await api.post(`/api/narrative/${drifterId}`, "text", { "content-type": "text/plain" });
      rpc.behave(faults.dropsTheConnection("eth_call"));
      await api.save(await signedSave(owner, drifterId, "Not now."));
      rpc.behave();
      expect((await scrape()).match(/^site_saves_total.*$/gm)).to.have.members([
        'site_saves_total{outcome="accepted"} 2',
        'site_saves_total{outcome="owner.mismatch"} 1',
        'site_saves_total{outcome="token.not_found"} 1',
        'site_saves_total{outcome="request.malformed"} 1',
        'site_saves_total{outcome="body.unsupported_type"} 1',
        'site_saves_total{outcome="chain.unavailable"} 1',
      ]);
      const received = (outcome: string) =>
        seriesValue(`site_chain_read_duration_seconds_count{read="owner",outcome="${outcome}"}`);
      expect(await received("answered")).to.equal(4);
      expect(await received("failed")).to.equal(1);
    });

    it("reports the store's size, the status of each part, and process metrics", async () => {
      const drifterId = await fixture.giveToken(owner.address);
      for (const text of ["One.", "Two."]) await api.save(await signedSave(owner, drifterId, text));
      for (const _ of [1, 2, 3]) await api.get("/api/narrative");
      expect(await seriesValue('site_cached_reads_total{cache="hit"}')).to.equal(2);
      expect(await seriesValue('site_cached_reads_total{cache="miss"}')).to.equal(1);
      expect((await scrape()).match(/^site_(store|part).*$/gm)).to.have.members([
        ...['site_store_size{of="stories"} 1', 'site_store_size{of="hidden"} 0'],
        'site_store_size{of="revisions"} 2',
        ...["chain", "contract", "store"].map((part) => `site_part_ready{part="${part}"} 1`),
      ]);
      expect(await seriesValue("process_resident_memory_bytes")).to.be.greaterThan(1_000_000);
    });

    it("contains no story, signature or address", async () => {
      const drifterId = await fixture.giveToken(owner.address);
      const request = await signedSave(owner, drifterId, "A secret tale.");
      await api.save(request);
      const text = await scrape();
      for (const secret of ["secret", request.signature, owner.address, api.settings.dataDir]) {
        expect(text).not.to.include(secret);
      }
    });

    it("is served only on the metrics port, which serves nothing else", async () => {
      const response = await api.get("/metrics", { accept: "application/json" });
      expect(response.status).to.equal(404);
      expect((await fetch(new URL("/api/narrative", metricsUrl))).status).to.equal(404);
      expect((await fetch(metricsUrl)).headers.get("content-type")).to.match(/^text\/plain/);
    });
  });

  it("counts running and waiting saves, and reports failures of the store and of itself", async () => {
    const metrics = createMetrics();
    const store = {
      stories: async () => ({ count: () => 1, countHidden: () => 4, revisions: () => 2 }),
    };
    const readiness = { read: async () => ({ parts: {} }) };
    metrics.watch({ store, readiness, saveQueue: { running: 3, waiting: 5 } } as never);
    await using server = await listen(createMetricsServer(metrics, pino({ level: "silent" })));
    const read = async () => (await fetch(`${server.url}/metrics`)).text();
    const values = /(?<=^site_(?:store|save_queue).*)\d$/gm;
    expect((await read()).match(values)).to.deep.equal(["1", "4", "2", "3", "5"]);
    store.stories = () => Promise.reject(new Error("It is away."));
    expect((await read()).match(values)).to.deep.equal(["3", "5"]);
    readiness.read = store.stories as never;
    expect((await fetch(`${server.url}/metrics`)).status).to.equal(500);
  });

  it("counts rate-limited requests, by address and by drifter", async () => {
    await using limited = await start({ savesPerMinute: 3, savesPerTokenPerMinute: 1 });
    const drifterId = await fixture.giveToken(owner.address);
    for (const text of ["1", "2", "3", "4", "5"]) {
      await limited.save(await signedSave(owner, drifterId, text));
    }
    expect(await seriesValue('site_rate_limited_total{by="token"}')).to.equal(2);
    expect(await seriesValue('site_rate_limited_total{by="address"}')).to.equal(2);
    expect(await seriesValue('site_saves_total{outcome="rate.limited"}')).to.equal(4);
  });
});
