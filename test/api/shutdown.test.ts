import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { Agent, request as ask } from "node:http";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { runtimeConfigMarker } from "#protocol/runtimeConfig";
import { createLogger } from "../../api/src/logger.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import { account, signedSave, startApiFor, temporaryFolder, useFixture } from "./apiFixture.ts";
import { useFaultyRpc } from "./faultyRpc.ts";
import { serve, urlOf } from "./serve.ts";

const owner = account(2);

describe("a graceful shutdown", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });

  const start = async (environment: Record<string, string> = {}) => {
    const server = await serve({
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: dataDir,
      RPC_URL: rpc.url,
      CONTRACT_ADDRESS: await fixture.contract.getAddress(),
      ...environment,
    });
    return { server, url: await urlOf(server), ended: once(server, "exit") };
  };
  const post = (url: string, request: NarrativeSaveRequest) =>
    fetch(`${url}/api/narrative/${request.drifterId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  const refusesConnections = async (url: string) => {
    const { hostname, port } = new URL(url);
    for (;;) {
      const socket = createConnection(Number(port), hostname);
      const isRefused = await new Promise((resolve) => {
        socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
      });
      socket.destroy();
      if (isRefused) return;
      await delay(10);
    }
  };
  const isUnready = async (url: string) => {
    while ((await fetch(`${url}/readyz`)).status !== 503) await delay(20);
  };
  const drainMilliseconds = 2_000;
  /** Closes a service; returns its responses before and during the drain. */
  const closeService = async () => {
    const webDir = await temporaryFolder();
    await writeFile(join(webDir, "index.html"), `<!doctype html>${runtimeConfigMarker}`);
    const api = await startApiFor(fixture, { drainMilliseconds, webDir });
    const drifterId = await fixture.giveDrifter(owner.address);
    const askAll = async (narrative: string) => {
      const answers: Response[] = [];
      for (const path of ["/readyz", "/healthz", "/api/narrative", "/openapi.json", "/"])
        answers.push(await api.get(path));
      answers.push(await api.save(await signedSave(owner, drifterId, narrative)));
      return answers;
    };
    const before = await askAll("Before.");
    const start = performance.now();
    const closing = api.close();
    const meanwhile = await askAll("Meanwhile.");
    await closing;
    const milliseconds = performance.now() - start;
    return { before, meanwhile, milliseconds, report: await meanwhile[0]?.json() };
  };
  let shutdown: ReturnType<typeof closeService> | undefined;
  /** Two tests share one shutdown, as it takes two seconds. */
  const readShutdown = () => {
    shutdown ??= closeService();
    return shutdown;
  };
  const storyOnDisk = async (drifterId: string) => {
    const store = await LowdbStore.open(dataDir, createLogger("silent"));
    const record = await store.find(drifterId);
    await store.close();
    return record?.narrative;
  };

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`refuses connections on ${signal}, finishes the save in flight, and exits with status 0`, async () => {
      const { server, url, ended } = await start();
      const drifterId = await fixture.giveDrifter(owner.address);
      const question = rpc.holdBackOwner();
      const saving = post(url, await signedSave(owner, drifterId, "Last words."));
      const answer = await question;
      server.kill(signal);
      await refusesConnections(url);
      answer();
      const response = await saving;
      expect(response.status).to.equal(200);
      expect(response.headers.get("connection")).to.equal("close");
      expect(await ended).to.deep.equal([0, null]);
      expect(await storyOnDisk(drifterId)).to.equal("Last words.");
    });
  }

  it("closes idle keep-alive connections", async () => {
    const api = await startApiFor(fixture, { shutdownMilliseconds: 3_600_000 });
    using agent = closing(new Agent({ keepAlive: true }));
    const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      ask(`${api.url}/api/narrative`, { agent: agent.agent }, resolve).on("error", reject).end(),
    );
    await once(response.resume(), "end");
    await api.close();
  });

  it("does not wait for a connection without a request", async () => {
    const api = await startApiFor(fixture);
    const { hostname, port } = new URL(api.url);
    const idle = createConnection(Number(port), hostname);
    await once(idle, "connect");
    await api.get("/api/narrative");
    const hungUp = once(idle, "close");
    await api.close();
    await hungUp;
  }).timeout(5_000);

  it("drops a save that exceeds SHUTDOWN_SECONDS, and exits with status 0", async () => {
    const { server, url, ended } = await start({ SHUTDOWN_SECONDS: "1" });
    const drifterId = await fixture.giveDrifter(owner.address);
    const question = rpc.holdBackOwner();
    const saving = post(url, await signedSave(owner, drifterId, "Too slow.")).catch(
      (error) => error,
    );
    const answer = await question;
    server.kill("SIGTERM");
    expect(await saving).to.be.instanceOf(TypeError);
    expect(await ended).to.deep.equal([0, null]);
    answer();
    expect(await storyOnDisk(drifterId)).to.equal(undefined);
  });

  it("answers /readyz with 503, and serves everything else while it drains", async () => {
    const { before, meanwhile, report, milliseconds } = await readShutdown();
    expect(before.map(toStatus)).to.deep.equal(Array(6).fill(200));
    expect(meanwhile.map(toStatus)).to.deep.equal([503, 200, 200, 200, 200, 200]);
    expect(report).to.have.property("status", "closing");
    expect(milliseconds).to.be.at.least(drainMilliseconds - 10);
  });

  it("answers with Connection: close while it drains", async () => {
    const { before, meanwhile } = await readShutdown();
    expect(before.map(toConnection)).to.deep.equal(Array(6).fill("keep-alive"));
    expect(meanwhile.map(toConnection)).to.deep.equal(Array(6).fill("close"));
  });

  it("ends at once on a second signal", async () => {
    const { server, url, ended } = await start({ DRAIN_SECONDS: "3600" });
    server.kill("SIGTERM");
    await isUnready(url);
    server.kill("SIGTERM");
    expect(await ended).to.deep.equal([null, "SIGTERM"]);
  });
});

function toStatus({ status }: Response): number {
  return status;
}

function toConnection({ headers }: Response): string | null {
  return headers.get("connection");
}

function closing(agent: Agent): { agent: Agent } & Disposable {
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}
