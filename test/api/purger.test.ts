import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { pathsWithStory, purgePath } from "../../api/src/caching/purgePath.ts";
import { createPurger } from "../../api/src/caching/purger.ts";
import { createMetrics } from "../../api/src/operations/metrics.ts";
import { type FakeCache, startFakeCache } from "./fakeCache.ts";

const delayMilliseconds = 150;
const purgeUrl = "http://cache.example";
const pathsOf7 = [
  "/drifter/7",
  "/",
  "/stories",
  "/feed.atom",
  "/feed.json",
  "/drifter/7/feed.atom",
  "/drifter/7/feed.json",
];

describe("createPurger", () => {
  let sent: string[];
  let send: () => Promise<void>;
  let signals: (AbortSignal | undefined)[];
  let logged: unknown[][];
  let metrics: ReturnType<typeof createMetrics>;
  beforeEach(() => {
    sent = [];
    signals = [];
    logged = [];
    send = async () => {};
    metrics = createMetrics();
    mock.timers.enable({ apis: ["setTimeout"] });
  });
  afterEach(() => mock.timers.reset());
  const create = (isConfigured = true) =>
    createPurger({
      settings: { purgeUrl: isConfigured ? purgeUrl : undefined, publicUrl: undefined },
      metrics,
      logger: {
        warn: (...line: unknown[]) => void logged.push(["warn", ...line]),
        info: (...line: unknown[]) => void logged.push(["info", ...line]),
      },
      delayMilliseconds,
      purge(target, path, signal) {
        expect(target).to.deep.equal({ purgeUrl, publicUrl: undefined });
        sent.push(path);
        signals.push(signal);
        return send();
      },
    });
  const count = async (outcome: string) =>
    (await metrics.purges.get()).values.find(({ labels }) => labels.outcome === outcome)?.value;
  const pass = () => mock.timers.tick(delayMilliseconds);
  const until = async (outcome: string, wanted: number) => {
    while ((await count(outcome)) !== wanted) await setImmediate();
  };

  it("purges the pages and feeds with a changed story after a moment, never before", async () => {
    const purger = create();
    purger.storyChanged("7");
    mock.timers.tick(delayMilliseconds - 1);
    expect(sent).to.deep.equal([]);
    mock.timers.tick(1);
    await until("purged", 7);
    expect(sent).to.deep.equal(pathsOf7);
    expect(logged).to.deep.equal([]);
  });

  it("purges a path once that several changes wait for, and again after a later change", async () => {
    const gate = Promise.withResolvers<void>();
    send = () => gate.promise;
    const purger = create();
    for (const drifterId of ["7", "8", "7"]) purger.storyChanged(drifterId);
    pass();
    // Not more than two at once, and those may have begun before a later change.
    purger.storyChanged("7");
    pass();
    await setImmediate();
    expect(sent).to.deep.equal(pathsOf7.slice(0, 2));
    gate.resolve();
    await until("purged", 12);
    expect(sent.filter((path) => path === "/")).to.have.length(2);
    expect(sent.filter((path) => path === "/drifter/7/feed.atom")).to.have.length(1);
    expect(sent).to.include.members(pathsWithStory("8"));
  });

  it("logs the first of several failures, and that it works again; all are counted", async () => {
    const purger = create();
    send = () => Promise.reject(new Error("refused"));
    purger.storyChanged("7");
    pass();
    await until("failed", 7);
    send = async () => {};
    purger.storyChanged("7");
    pass();
    await until("purged", 7);
    expect(logged).to.deep.equal([
      ["warn", { reason: "refused" }, "the cache cannot be purged"],
      ["info", "the cache at PURGE_URL is purged again"],
    ]);
  });

  it("drops and counts changes while too many wait", async () => {
    const purger = create();
    for (let id = 1; id <= 1_001; id += 1) purger.storyChanged(String(id));
    expect(await count("dropped")).to.equal(7);
    purger.close();
  });

  it("ends with the service: open purges are cut off without a word, waiting ones are not sent", async () => {
    const purger = create();
    send = () =>
      new Promise((_resolve, reject) =>
        signals.at(-1)?.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    purger.storyChanged("7");
    pass();
    purger.storyChanged("8");
    purger.close();
    purger.storyChanged("9");
    pass();
    await setImmediate();
    expect(sent).to.have.length(2);
    expect(logged).to.deep.equal([]);
    expect(await count("failed")).to.equal(undefined);
  });

  it("does nothing without PURGE_URL", async () => {
    const purger = create(false);
    purger.storyChanged("7");
    pass();
    expect(sent).to.deep.equal([]);
  });
});

describe("purgePath", () => {
  const purge = async (cache: FakeCache, path: string, publicUrl?: string) => {
    const purging = purgePath({ purgeUrl: cache.url, publicUrl }, path);
    return purging.catch((error: Error) => error.message);
  };

  it("sends PURGE for the path under the host of PUBLIC_URL, or else of PURGE_URL", async () => {
    await using cache = await startFakeCache();
    await purge(cache, "/drifter/7", "https://drifters.example");
    await purge(cache, "/");
    expect(cache.requests).to.deep.equal([
      "PURGE /drifter/7 drifters.example",
      `PURGE / ${new URL(cache.url).host}`,
    ]);
  });

  it("rejects unless the cache has purged the path, or has no copy of it", async () => {
    await using cache = await startFakeCache();
    for (const status of [200, 204, 404]) {
      cache.status = status;
      expect(await purge(cache, "/"), `${status}`).to.equal(undefined);
    }
    for (const status of [302, 405, 502]) {
      cache.status = status;
      const told = `The cache answered a purge with status ${status}.`;
      expect(await purge(cache, "/")).to.equal(told);
    }
  });
});
