import { once } from "node:events";
import { createConnection } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeSaveRequest } from "#protocol/wire/responses";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { createLogger } from "../../../api/src/operations/logger.ts";
import { account, signedSave, useFixture } from "../../support/api/apiFixture.ts";
import { useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { serve } from "../../support/api/serve.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const owner = account(2);

describe("graceful shutdown", () => {
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
    const [line] = await once(server.stdout.setEncoding("utf8"), "data");
    const url = /http:\S+/.exec(line)?.[0] ?? "";
    return { server, url, ended: once(server, "exit") };
  };
  const post = (url: string, request: NarrativeSaveRequest) =>
    fetch(`${url}/api/narrative/${request.drifterId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  const becomesUnreachable = async (url: string) => {
    const { hostname, port } = new URL(url);
    for (;;) {
      const socket = createConnection(Number(port), hostname);
      const hasFailed = await new Promise((resolve) => {
        socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
      });
      socket.destroy();
      if (hasFailed) return;
      await delay(10);
    }
  };
  const isUnready = async (url: string) => {
    while ((await fetch(`${url}/readyz`)).status !== 503) await delay(20);
  };
  const storyOnDisk = async (drifterId: string) => {
    const store = await FolderStore.open(dataDir, createLogger("silent"));
    const record = await store.find(drifterId);
    await store.close();
    return record?.narrative;
  };

  it("rejects connections on SIGTERM, finishes the save in flight, and exits with status 0", async () => {
    const { server, url, ended } = await start();
    const drifterId = await fixture.giveToken(owner.address);
    const request = rpc.holdBackOwner();
    const saving = post(url, await signedSave(owner, drifterId, "Last words."));
    const respond = await request;
    server.kill("SIGTERM");
    await becomesUnreachable(url);
    respond();
    const response = await saving;
    expect(response.status).to.equal(200);
    expect(response.headers.get("connection")).to.equal("close");
    expect(await ended).to.deep.equal([0, null]);
    expect(await storyOnDisk(drifterId)).to.equal("Last words.");
  });

  it("drops a save that outlasts DRAIN_SECONDS and SHUTDOWN_SECONDS after SIGINT, and exits with 0", async () => {
    const { server, url, ended } = await start({ DRAIN_SECONDS: "1", SHUTDOWN_SECONDS: "1" });
    const drifterId = await fixture.giveToken(owner.address);
    const request = rpc.holdBackOwner();
    const saving = post(url, await signedSave(owner, drifterId, "Too slow.")).catch(
      (error) => error,
    );
    const respond = await request;
    server.kill("SIGINT");
    expect(await saving).to.be.instanceOf(TypeError);
    expect(await ended).to.deep.equal([0, null]);
    respond();
    expect(await storyOnDisk(drifterId)).to.equal(undefined);
  });

  it("returns 503 at /readyz and closes connections while draining, and exits on a second signal", async () => {
    const { server, url, ended } = await start({ DRAIN_SECONDS: "3600" });
    const drifterId = await fixture.giveToken(owner.address);
    const saveAll = async (narrative: string) => {
      const responses: Response[] = [];
      for (const path of ["/readyz", "/healthz", "/api/narrative", "/openapi.json"])
        responses.push(await fetch(url + path));
      responses.push(await post(url, await signedSave(owner, drifterId, narrative)));
      return responses;
    };
    const before = await saveAll("Before.");
    server.kill("SIGTERM");
    await isUnready(url);
    const whileDraining = await saveAll("While draining.");
    expect(before.map(toStatus)).to.deep.equal([200, 200, 200, 200, 200]);
    expect(before.map(toConnection)).to.deep.equal(Array(5).fill("keep-alive"));
    expect(whileDraining.map(toStatus)).to.deep.equal([503, 200, 200, 200, 200]);
    expect(whileDraining.map(toConnection)).to.deep.equal(Array(5).fill("close"));
    expect(await whileDraining[0]?.json()).to.have.property("status", "closing");
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
