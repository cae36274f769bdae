import { expect } from "chai";
import { startFakeChain } from "../../scripts/lab/faults/fakeChain.ts";
import { Outcomes } from "../../scripts/lab/faults/outcomes.ts";
import { formatFault } from "../../scripts/lab/faults/report.ts";
import { type FaultFigures, faultsNamed, runFaults } from "../../scripts/lab/faults/runFaults.ts";
import { findNginx } from "../../scripts/lab/load/nginx.ts";
import { assertStatus } from "../../scripts/lab/load/refusal.ts";
import { compileCache } from "../../scripts/shared/cacheFolders.ts";
import { requestResource } from "../../scripts/test/resources.ts";
import { createTestDatabase } from "../support/postgres.ts";

describe("faults under load", () => {
  it("lose no acknowledged save, make no read staler than promised, and end by themselves", async function () {
    if (findNginx() === undefined) return this.skip();
    // Starts a database, nginx and two processes of the service.
    await requestResource("production");
    const figures: FaultFigures[] = [];
    const chosen = faultsNamed(
      "postgres",
      "PostgreSQL restarted (fast)",
      "notifications lost",
      "one process stopped and continued",
    );
    const options = {
      seconds: 1,
      longestReturnSeconds: 15,
      calmMilliseconds: 200,
      readers: 2,
      writers: 1,
      pauseMilliseconds: 20,
      seed: "test",
      signal: new AbortController().signal,
      tell: () => undefined,
      onFault: (fault: FaultFigures) => figures.push(fault),
    };
    await runFaults(chosen, options, {
      startChain: startFakeChain,
      async startDatabase() {
        const database = await createTestDatabase();
        // Another test uses the server: only this database closes its connections.
        const { url, shut: interrupt } = database;
        return { url, interrupt, stop: async () => database[Symbol.asyncDispose]() };
      },
      environment: { NODE_COMPILE_CACHE: compileCache },
    });
    const printed = figures.map(formatFault).join("\n");
    expect(
      figures.flatMap(({ problems }) => problems),
      printed,
    ).to.deep.equal([]);
    expect(figures).to.have.length(3);
    for (const { saves, reads, name } of figures) {
      expect(Math.min(saves, reads), name).to.be.above(0);
    }
    const [restart] = figures;
    expect([...(restart?.refusals.keys() ?? [])], printed).to.include("read: store.unavailable");
  });
});

describe("the outcomes of requests under a fault", () => {
  const refuse = async () => assertStatus(problem("store.unavailable"));
  const problem = (code: string, headers = {}) => ({
    status: 503,
    headers: { "content-type": "application/problem+json", "retry-after": "1", ...headers },
    body: Buffer.from(JSON.stringify({ code })),
  });
  const succeed = async () => "well";
  let outcomes: Outcomes;
  beforeEach(() => {
    outcomes = new Outcomes();
  });

  it("counts refusals by kind and code, and everything else as a failure", async () => {
    await outcomes.take("story", succeed);
    await outcomes.take("list", refuse);
    await outcomes.take("save", refuse);
    await outcomes.take("save", refuse);
    const unclear = [
      { ...problem("store.unavailable"), status: 500 },
      problem("store.unavailable", { "retry-after": undefined }),
      problem("store.unavailable", { "content-type": "text/html" }),
    ];
    for (const answer of unclear) await outcomes.take("story", async () => assertStatus(answer));
    const endEarly = () => Promise.reject(new Error("aborted"));
    await outcomes.take("history", endEarly);
    await outcomes.take("story", endEarly);
    expect([outcomes.reads, outcomes.saves]).to.deep.equal([1, 0]);
    expect([...outcomes.refusals]).to.deep.equal([
      ["read: store.unavailable", 1],
      ["save: store.unavailable", 2],
      ["history: aborted", 1],
    ]);
    expect(outcomes.failures.map(({ reason }) => reason.slice(0, 10))).to.deep.equal([
      "status 500",
      "status 503",
      "status 503",
      "aborted",
    ]);
  });

  it("counts the service as back once reads and saves succeed and nothing older is in progress", async () => {
    const hanging = Promise.withResolvers<void>();
    const old = outcomes.take("story", () => hanging.promise);
    const endedAt = performance.now();
    const isBack = () => outcomes.millisecondsUntilBack(endedAt, 0) !== undefined;
    await outcomes.take("list", succeed);
    await outcomes.take("save", succeed);
    expect(isBack()).to.equal(false);
    hanging.resolve();
    await old;
    expect(isBack()).to.equal(true);
    await outcomes.take("save", refuse);
    expect(isBack()).to.equal(false);
    await outcomes.take("save", succeed);
    expect(isBack()).to.equal(false);
    await outcomes.take("story", succeed);
    expect(outcomes.millisecondsUntilBack(endedAt, 0)).to.be.within(0, performance.now() - endedAt);
    expect(outcomes.millisecondsUntilBack(endedAt, 60_000)).to.equal(undefined);
  });

  it("are printed in one line, with what is against a promise below", () => {
    outcomes.noteAge(70);
    outcomes.noteAge(40);
    const { reads, saves, refusals, stalestMilliseconds, slowestMilliseconds } = outcomes;
    const counts = { reads, saves, refusals, stalestMilliseconds, slowestMilliseconds };
    const fault = { name: "disk full", store: "folder" as const, ...counts };
    expect(formatFault({ ...fault, secondsUntilBack: 1.24, problems: [] })).to.match(
      /^✔ folder: disk full +1\.2 +0 +0 +70 +0\.0 +0$/,
    );
    const problems = Array.from({ length: 7 }, (_, index) => `Problem ${index}.`);
    const lines = formatFault({ ...fault, secondsUntilBack: undefined, problems }).split("\n");
    expect(lines[0]).to.match(/^✘ folder: disk full +never /);
    expect(lines.slice(5)).to.deep.equal(["    Problem 4.", "    and 2 more"]);
  });
});
