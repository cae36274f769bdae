import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { brokenBudgets } from "../../scripts/lab/bench/api/budgets.ts";
import { generateLoad, requestBytes } from "../../scripts/lab/bench/api/loadGenerator.ts";
import type { Figures } from "../../scripts/lab/bench/api/report.ts";
import { runBench } from "../../scripts/lab/bench/api/runBench.ts";
import { startServerProcess } from "../../scripts/lab/bench/api/servers/startServerProcess.ts";
import { median, percentile } from "../../scripts/lab/bench/statistics.ts";
import { listen } from "../../scripts/lab/listen.ts";
import { temporaryFolder } from "../api/apiFixture.ts";
import { benchToolsHere } from "../support/benchTools.ts";
import { runInProcess } from "../support/commandHere.ts";
import { runScript } from "../support/runScript.ts";

const runProcess = async (...args: string[]) =>
  runScript("scripts/lab/bench/api/main.ts", args, {
    cwd: await temporaryFolder(),
    environment: { PATH: process.env.PATH ?? "" },
  });
const run = (...args: string[]) => runInProcess((output) => runBench(args, benchToolsHere, output));

describe("npm run bench:api", () => {
  it("prints a row for each server, for memory and for each store, and writes them to a file", async () => {
    const isSoak = process.env.SOAK === "1";
    // These start about twenty processes.
    const file = join(await temporaryFolder(), "figures.json");
    const runAll = isSoak ? runProcess : run;
    const { status, stdout, stderr } = await runAll("--quick", "--json", file);
    expect(status, stderr).to.equal(0);
    // Safety: the test checks the form.
    const { reads, memory, saves, overload } = JSON.parse(
      await readFile(file, "utf8"),
    ) as Required<Figures>;
    const questions = Map.groupBy(reads, ({ question }) => question);
    expect([...questions.keys()]).to.deep.equal([
      "A story",
      "A story, 304",
      "A page",
      "A page, gzip",
      "The list of 30, gzip",
      "The list of 30, not compressed",
      "The list of 30, 304",
    ]);
    const both = ["ours, folder", "ours, PostgreSQL"];
    const yardsticks = ["node:http, same headers", "node:http, body only"];
    const frameworks = ["fastify, the bytes", "Express, the bytes", "Express, res.json"];
    for (const [question, rows] of questions) {
      const others = question === "A story" ? frameworks : [];
      expect(rows.map(({ name }) => name)).to.deep.equal([...yardsticks, ...both, ...others]);
      for (const { name, microseconds } of rows) {
        expect(microseconds).to.be.above(0);
        expect(stdout).to.match(
          new RegExp(`^${question} .*\n(  .*\n)*  ${name} +${microseconds.toFixed(1)} `, "m"),
        );
      }
    }
    expect(memory.passBytes).to.have.length(2);
    for (const bytes of [...memory.passBytes, memory.searchBytes]) {
      expect(bytes).to.be.within(1, memory.mostBytes);
      expect(stdout).to.include(`${(bytes / 1e6).toFixed(0)} MB`);
    }
    expect(saves.map(({ store, stories }) => `${store} ${stories ?? "floor"}`)).to.deep.equal([
      "folder floor",
      "PostgreSQL floor",
      "folder 10",
      "PostgreSQL 10",
    ]);
    for (const { p50Milliseconds, p99Milliseconds, savesPerSecond } of saves) {
      expect(p50Milliseconds).to.be.within(0, p99Milliseconds);
      expect(savesPerSecond).to.be.above(0);
      expect(stdout).to.include(` ${p50Milliseconds.toFixed(2)} `);
    }
    expect(overload).to.include({ times: 0.5, refusedPerSecond: 0, otherAnswers: 0 });
    expect(stdout).to.match(/^ {2}refused with 503 +0\.0 +– +–$/m);
  });

  it("prints its options, and refuses invalid ones", async () => {
    expect((await run("--help")).stdout).to.include("Usage: npm run bench:api");
    const { status, stderr } = await runProcess("--only", "writes");
    expect(status).to.equal(2);
    expect(stderr).to.include('--only takes "reads", "saves" or "overload", not "writes".');
  });
});

describe("a server of npm run bench:api", () => {
  it("reports its resource use, and exits on request", async () => {
    const body = new TextEncoder().encode("Dust.");
    const answer = { status: 200, headers: ["Content-Type", "text/plain"], body };
    const server = await startServerProcess("bareHttp", answer);
    const before = await server.usage();
    expect(await (await fetch(server.url)).text()).to.equal("Dust.");
    const after = await server.usage();
    expect(after.cpuMicroseconds).to.be.above(before.cpuMicroseconds);
    expect(after.mostResidentBytes).to.be.at.least(after.residentBytes);
    await server.end();
    expect(await fetch(server.url).catch(() => "gone")).to.equal("gone");
  });
});

describe("the API's budgets", () => {
  const read = (name: string, timesSameHeaders: number, question = "A story") => ({
    question,
    name,
    microseconds: 30,
    timesSameHeaders,
    timesBodyOnly: 2,
    spread: 0.03,
  });
  const save = (stories: number | undefined, p50Milliseconds: number) => ({
    store: "folder" as const,
    stories,
    p50Milliseconds,
    p99Milliseconds: 100,
    savesPerSecond: 100,
    listMilliseconds: 1,
  });

  const memory = (mostBytes: number, ...passBytes: number[]) => ({
    stories: 10,
    storyBytes: 4_096,
    startBytes: 100,
    passBytes,
    searchBytes: 100,
    mostBytes,
  });

  it("pass at 0.95 × bare node:http for a story, 0.8 for a page, 1.1 × the time in the emptiest store, and constant memory of 200 MB", () => {
    const reads = [
      read("ours, folder", 0.95),
      read("ours, PostgreSQL", 0.8, "A page"),
      read("Express, the bytes", 0.5),
    ];
    const saves = [save(undefined, 1), save(100, 10), save(1_000, 50), save(10_000, 11)];
    const full = memory(200e6, 100, 200, 200, 210, 215, 220);
    expect(brokenBudgets({ reads, memory: full, saves })).to.deep.equal([]);
    expect(brokenBudgets({})).to.deep.equal([]);
  });

  it("fail for a slower read of a story, for saves that grow with the store, and for growing memory", () => {
    const reads = [
      read("ours, folder", 0.94),
      read("ours, PostgreSQL", 0.93),
      read("ours, folder", 0.5, "A story, 304"),
      read("ours, folder", 0.78, "A page"),
    ];
    const saves = [save(undefined, 13), save(100, 10), save(10_000, 11.1)];
    const leaking = memory(201e6, 100, 134, 150, 201);
    expect(brokenBudgets({ reads, memory: leaking, saves })).to.deep.equal([
      "A story is read at 0.94 × bare node:http (ours, folder); the budget is 0.95.",
      "A story is read at 0.93 × bare node:http (ours, PostgreSQL); the budget is 0.95.",
      "A page is read at 0.78 × bare node:http (ours, folder); the budget is 0.8.",
      "A save (folder) takes 1.11 × as long in the fullest store; the budget is 1.1.",
      "Memory still grew 1.50 × when the cache was full; the budget is 1.1.",
      "The service takes 201 MB; the budget is 200 MB.",
    ]);
  });

  const overload = (read: number, refused: number | undefined, otherAnswers: number) => ({
    saveCpuMilliseconds: 2,
    offeredPerSecond: 2_000,
    times: 4,
    acceptedPerSecond: 300,
    refusedPerSecond: 1_700,
    otherAnswers,
    acceptedP99Milliseconds: 900,
    refusedP99Milliseconds: refused,
    quietReadP99Milliseconds: 2,
    readP50Milliseconds: 3,
    readP99Milliseconds: read,
  });

  it("pass while too many saves arrive if reads take 20 ms and refusals 200 ms, and fail beyond", () => {
    expect(brokenBudgets({ overload: overload(20, 200, 0) })).to.deep.equal([]);
    expect(brokenBudgets({ overload: overload(20.6, 201, 1) })).to.deep.equal([
      "While too many saves arrive, p99 of reads is 21 ms; the budget is 20 ms.",
      "A save is refused after 201 ms (p99); the budget is 200 ms.",
      "1 saves were answered neither with 200 nor with 503.",
    ]);
    expect(brokenBudgets({ overload: overload(3, undefined, 0) })).to.deep.equal([
      "No save was refused: not enough arrived.",
    ]);
  });
});

describe("the API's measurements", () => {
  it("compute the median and percentiles", () => {
    expect(median([9, 1, 5])).to.equal(5);
    expect(median([9, 1, 5, 7])).to.equal(6);
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 0.5)).to.equal(50);
    expect(percentile(hundred, 0.99)).to.equal(99);
    expect(() => percentile([], 0.5)).to.throw("There are no values.");
  });

  it("send each request once, time the whole response, and stop at a failed response", async () => {
    const paths: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      paths.push(url);
      response.statusCode = url === "/missing" ? 404 : 200;
      response.end("x".repeat(1_000_000));
    });
    const { url, close } = await listen(server);
    const load = (...received: string[]) =>
      generateLoad({
        url,
        requests: received.map((path) => requestBytes(url, path)),
        status: 200,
        connections: 2,
      });
    try {
      expect(await load("/a", "/b", "/c")).to.have.length(3);
      expect(paths.sort()).to.deep.equal(["/a", "/b", "/c"]);
      const outcome = await load("/a", "/missing").catch((error) => error.message);
      expect(outcome).to.include("Expected status 200, but the response starts with: HTTP/1.1 404");
    } finally {
      await close();
    }
  });
});
