import { once } from "node:events";
import { Agent, get } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { startFakeNode } from "../../scripts/lab/fakeNode.ts";
import { unlimitedSaves } from "../../scripts/lab/unlimitedSaves.ts";
import { createTestDatabase } from "../support/postgres.ts";
import { account, signedSave } from "./apiFixture.ts";
import { serve } from "./serve.ts";

const owner = account(2);
/** Between a client's requests, so that the processor is left to the processes. */
const paceMilliseconds = 10;

/** A service of several processes, and what it prints. */
interface Several {
  process: Awaited<ReturnType<typeof serve>>;
  url: string;
  metricsUrl: string;
  lines: string[];
  /** Waits for a line with these words, also an earlier one; returns it. */
  line(words: string): Promise<string>;
}

async function serveSeveral(environment: Record<string, string>, count: number): Promise<Several> {
  const process = await serve(environment, ["--processes", String(count)]);
  const lines: string[] = [];
  let rest = "";
  process.stdout.setEncoding("utf8").on("data", (chunk) => {
    const found = (rest + chunk).split("\n");
    rest = found.pop() ?? "";
    lines.push(...found);
  });
  process.stderr.pipe(globalThis.process.stderr);
  const line = async (words: string) => {
    for (;;) {
      const found = lines.find((line) => line.includes(words));
      if (found !== undefined) return found;
      await once(process.stdout, "data");
    }
  };
  const urlIn = async (words: string) => /http:\S+/.exec(await line(words))?.[0] ?? "";
  const [url, metricsUrl] = [await urlIn("is served at"), await urlIn("metrics are at")];
  await line("processes serve it");
  return { process, url, metricsUrl, lines, line };
}

describe("npm run serve -- --processes 2", () => {
  let stack: AsyncDisposableStack;
  let service: Several;

  before(async () => {
    stack = new AsyncDisposableStack();
    const database = stack.use(await createTestDatabase());
    const chain = stack.use(await startFakeNode(() => owner.address));
    const settings = { PORT: "0", METRICS_PORT: "0", REVEAL: "all", ...unlimitedSaves };
    service = await serveSeveral(
      { ...settings, RPC_URL: chain.url, DATABASE_URL: database.url },
      2,
    );
  });
  after("it exits with status 0 on SIGTERM", async () => {
    const ended = once(service.process, "exit");
    service.process.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
    await stack.disposeAsync();
  });

  const metric = async (series: string) => {
    const line = (await (await fetch(service.metricsUrl)).text())
      .split("\n")
      .find((line) => line.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  };
  /** Sends a request on a connection of its own. */
  const send = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, { ...init, headers: { ...init.headers, connection: "close" } });
  const statusOf = async (agent: Agent, path: string): Promise<number> => {
    const [response] = await once(get(service.url + path, { agent }), "response");
    await buffer(response);
    return response.statusCode;
  };
  const save = async (drifterId: string, narrative: string) =>
    send(`/api/narrative/${drifterId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(await signedSave(owner, drifterId, narrative)),
    });
  /** The processes that have handled saves. */
  const saved = () =>
    new Set(
      service.lines
        .filter((line) => line.includes('"method":"POST"'))
        .map((line): number => JSON.parse(line).pid),
    );
  /** Waits for the lines of their saves, which are printed after the responses. */
  const untilSavedBy = async (processes: number) => {
    while (saved().size < processes) await once(service.process.stdout, "data");
    expect(saved().size).to.equal(processes);
  };

  it("serves on one port from both, announces itself once, and adds their metrics", async () => {
    for (const turn of [1, 2, 3, 4]) {
      expect((await save("7", `Telling ${turn}.`)).status).to.equal(200);
    }
    await untilSavedBy(2);
    expect(service.lines.filter((line) => line.includes("is served at"))).to.have.length(1);
    expect(await metric('drifters_saves_total{outcome="accepted"}')).to.equal(4);
    const route = 'method="POST",route="/api/narrative/:drifterId",status="200"';
    expect(await metric(`http_request_duration_seconds_count{${route}}`)).to.equal(4);
    expect(await metric('drifters_store_size{of="stories"}')).to.equal(1);
    expect(await metric('drifters_part_ready{part="store"}')).to.equal(1);
    expect(await metric("drifters_processes")).to.equal(2);
  });

  it("replaces both on SIGHUP without a failed request", async () => {
    const before = saved();
    let isOver = false;
    const statuses: number[] = [];
    // Each keeps one connection for as long as the service allows.
    const keepAlive = async (path: string) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (; !isOver; await delay(paceMilliseconds)) statuses.push(await statusOf(agent, path));
      agent.destroy();
    };
    const saveOn = async (drifterId: string) => {
      for (let turn = 0; !isOver; turn += 1, await delay(paceMilliseconds)) {
        statuses.push((await save(drifterId, `Turn ${turn}.`)).status);
      }
    };
    const paths = ["/api/narrative/7", "/api/narrative"];
    const clients = [...paths.map(keepAlive), saveOn("8")];
    service.process.kill("SIGHUP");
    await service.line("all processes were replaced");
    isOver = true;
    await Promise.all(clients);
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    expect(statuses.length).to.be.above(20);
    expect(await metric('drifters_process_starts_total{reason="replaced"}')).to.equal(2);
    expect(await metric("drifters_processes")).to.equal(2);

    for (const turn of [1, 2]) await save("7", `After ${turn}.`);
    await untilSavedBy(before.size + 2);
  });

  it("starts a process again that was killed, and serves meanwhile", async () => {
    const killed = [...saved()].at(-1) ?? 0;
    process.kill(killed, "SIGKILL");
    const { process: pid, signal } = JSON.parse(
      await service.line("a process ended and is started again"),
    );
    expect({ pid, signal }).to.deep.equal({ pid: killed, signal: "SIGKILL" });
    expect((await send("/api/narrative/7")).status).to.equal(200);
    await service.line("a process was started again");
    expect(await metric('drifters_process_starts_total{reason="ended"}')).to.equal(1);
    expect(await metric("drifters_processes")).to.equal(2);
  });
});

describe("npm run serve -- --processes", () => {
  const outcome = async (environment: Record<string, string>, ...args: string[]) => {
    const child = await serve(environment, args);
    const [error, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    return { error, status };
  };

  it("refuses a folder for several processes, with status 78", async () => {
    expect(await outcome({}, "--processes", "2")).to.deep.equal({
      error:
        "The settings cannot be used:\nDATABASE_URL must be set for --processes: a folder of stories is for one process.\n",
      status: 78,
    });
  });

  it("ends with the status of a first process that cannot start", async () => {
    const databaseUrl = "postgres://drifter:secret@127.0.0.1:1/stories";
    const { error, status } = await outcome({ DATABASE_URL: databaseUrl }, "--processes", "2");
    expect(error).to.match(/^The database 127\.0\.0\.1:1\/stories cannot be used: [^\n]*\n$/);
    expect(status).to.equal(1);
  });

  for (const args of [[], ["65"], ["2", "3"]]) {
    it(`refuses ${args.join(" ") || "no number"}`, async () => {
      const { error, status } = await outcome({}, "--processes", ...args);
      expect(error).to.match(/^--processes takes a number from 1 to 64\.\n/);
      expect(status).to.equal(2);
    });
  }
});
