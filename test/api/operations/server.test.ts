import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import {
  describeStartupError,
  startupExitStatus,
} from "../../../api/src/operations/startErrors.ts";
import { localAccount } from "../../../scripts/world/chain/localAccounts.ts";
import {
  account,
  signedSave,
  startApi,
  temporaryFolder,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { readsSoon } from "../../support/api/readsSoon.ts";
import { serve, urlOf } from "../../support/api/serve.ts";
import { createTestDatabase, type TestDatabase } from "../../support/postgres.ts";

const owner = account(2);

describe("npm run serve", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);

  let database: TestDatabase;
  let processes: Awaited<ReturnType<typeof serve>>[];
  let urls: string[];
  before("start two processes on one database", async () => {
    database = await createTestDatabase();
    const environment = {
      PORT: "0",
      LOG_LEVEL: "silent",
      DATABASE_URL: database.url,
      RPC_URL: fixture.chain.url,
      CONTRACT_ADDRESS: await fixture.contract.getAddress(),
      MINT_SIGNER_KEY: keyOf(1),
      MINT_POLICY: await policyFor("Gifts"),
    };
    processes = [await serve(environment), await serve(environment)];
    urls = await Promise.all(processes.map(urlOf));
  });
  after("both exit with status 0", async () => {
    for (const server of processes) {
      server.kill("SIGTERM");
      expect(await once(server, "exit")).to.deep.equal([0, null]);
    }
    await database[Symbol.asyncDispose]();
  });

  it("[D9] shows in each of two processes soon what the other has saved, also after it was stopped", async () => {
    const drifterId = await fixture.giveDrifter(owner.address);
    const path = `/api/narrative/${drifterId}`;
    const saveAt = async (turn: number) => {
      const body = JSON.stringify(await signedSave(owner, drifterId, `Telling ${turn}.`));
      const headers = { "content-type": "application/json" };
      return fetch(`${urls[turn % 2]}${path}`, { method: "POST", headers, body });
    };

    for (let turn = 0; turn < 6; turn += 1) {
      const saved = await (await saveAt(turn)).json();
      expect(saved).to.have.property("revision", turn + 1);
      await Promise.all(
        urls.map((url) => readsSoon(async () => (await fetch(url + path)).json(), saved)),
      );
    }
    const [, second] = processes;
    expect((await fetch(urls[1] + path)).status).to.equal(200);
    second?.kill("SIGSTOP");
    let saves = 6;
    let saved: unknown;
    while (saves < 8) {
      saved = await (await saveAt(2 * saves)).json();
      saves += 1;
    }
    second?.kill("SIGCONT");
    await readsSoon(async () => (await fetch(urls[1] + path)).json(), saved);

    // As many as two processes handle at once, so that none waits for its turn.
    const turns = Array.from({ length: 16 }, (_, index) => 2 * saves + index);
    const statuses = await Promise.all(turns.map(async (turn) => (await saveAt(turn)).status));
    expect(statuses).to.deep.equal(turns.map(() => 200));
    const history = await fetch(`${urls[0]}${path}/history`);
    expect(await history.json()).to.have.length(saves + 16);
  });

  it("handles a request once that a proxy sends to two processes, with equal responses", async () => {
    const drifterId = await fixture.giveDrifter(owner.address);
    const postTo = async (url: string, path: string, body: object, ifMatch?: string) => {
      const headers = {
        "content-type": "application/json",
        ...(ifMatch && { "if-match": ifMatch }),
      };
      const answer = await fetch(url + path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return {
        status: answer.status,
        etag: answer.headers.get("etag"),
        body: await answer.json(),
      };
    };
    const path = `/api/narrative/${drifterId}`;
    let etag: string | undefined;
    for (const narrative of ["First telling.", "Second telling."]) {
      const save = await signedSave(owner, drifterId, narrative);
      const inTurn = [await postTo(urls[0] ?? "", path, save, etag)];
      inTurn.push(await postTo(urls[1] ?? "", path, save, etag));
      expect(inTurn[0]?.status).to.equal(200);
      expect(inTurn[1]).to.deep.equal(inTurn[0]);
      etag = inTurn[0]?.etag ?? undefined;
    }
    const save = await signedSave(owner, drifterId, "Third telling.");
    const atOnce = await Promise.all(urls.map((url) => postTo(url, path, save, etag)));
    expect(atOnce.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(atOnce[1]).to.deep.equal(atOnce[0]);
    expect(await (await fetch(`${urls[0]}${path}/history`)).json()).to.have.length(3);

    await fixture.contract.changePhase("Gifts");
    const application = { minter: account(3).address, qty: 2 };
    const signed = await Promise.all(
      urls.map((url) => postTo(url, "/api/mint/authorization", application)),
    );
    signed.push(await postTo(urls[1] ?? "", "/api/mint/authorization", application));
    expect(signed.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    for (const again of signed) expect(again.body).to.deep.equal(signed[0]?.body);
    const held = `select from records where key like '["mint"%'`;
    expect(await database.query(held)).to.have.length(1);
  });

  it("does not start when its port is taken, and releases its folder", async () => {
    await using api = await startApi();
    const dataDir = await temporaryFolder();
    const port = Number(new URL(api.url).port);
    const error = await startApi({ port, dataDir }).catch((error) => error);
    expect(error).to.include({ code: "EADDRINUSE" });
    await using other = await startApi({ dataDir });
    expect((await other.get("/api/narrative")).status).to.equal(200);
  });

  it("prints no signing key, database password or RPC key, even when the chain and the database fail", async () => {
    await using database = await createTestDatabase();
    const endpointKey = "c0ffee-key-c0ffee";
    const [key, { password }] = [keyOf(9), new URL(database.url)];
    using server = await serve({
      PORT: "0",
      LOG_LEVEL: "trace",
      DATABASE_URL: database.url,
      RPC_URL: `${rpc.url}/v2/${endpointKey}?token=tok-${endpointKey}`,
      PUBLIC_RPC_URL: "https://rpc.example",
      CONTRACT_ADDRESS: await fixture.contract.getAddress(),
      MINT_SIGNER_KEY: key,
      MINT_POLICY: await policyFor("Gifts"),
    });
    let said = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        said += chunk;
      });
    }
    while (!said.includes("is served at")) await once(server.stdout, "data");
    const url = /is served at (http:\S+)/.exec(said)?.[1] ?? "";
    const drifterId = await fixture.giveDrifter(owner.address);
    const save = await signedSave(owner, drifterId, "A tale.");
    const post = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) }))
        .status;
    };
    const tryAll = async () => {
      await post(`/api/narrative/${drifterId}`, save);
      await post("/api/mint/authorization", { minter: owner.address, qty: 1 });
      for (const path of ["/", "/readyz", "/api/narrative", `/api/narrative/${drifterId}`]) {
        await fetch(url + path, { headers: { accept: "text/html" } });
      }
    };
    await tryAll();
    const repeated = `bad key ${endpointKey}: ${rpc.url}/v2/${endpointKey}?token=tok-${endpointKey}`;
    rpc.behave(faults.fails({ code: -32_000, message: repeated }));
    await tryAll();
    rpc.behave(faults.dropsTheConnection());
    await tryAll();
    await database.shut();
    await tryAll();
    server.kill("SIGTERM");
    await once(server, "close");
    for (const event of [
      "not the collection's signer",
      "chain.unavailable",
      "bad key",
      "store.unavailable",
    ]) {
      expect(said).to.include(event);
    }
    for (const secret of [key.slice(2), password, endpointKey]) expect(said).not.to.include(secret);
  });

  it("names a database that does not answer, in one sentence", async () => {
    const databaseUrl = "postgres://drifter:secret@127.0.0.1:1/stories";
    const fault = await startApi({ databaseUrl }).catch((error) => error);
    expect(startupExitStatus(fault)).to.equal(1);
    expect(describeStartupError(fault))
      .to.match(/^The database 127\.0\.0\.1:1\/stories cannot be used: [^\n]*DATABASE_URL[^\n]*$/)
      .and.not.include("secret");
  });

  it("names every invalid setting, one per line", async () => {
    using server = await serve({ PORT: "http", CHAIN_ID: "one" });
    const [stderr, [status]] = await Promise.all([text(server.stderr), once(server, "exit")]);
    // A supervisor configured with this status does not restart it.
    expect(status).to.equal(78);
    expect(stderr.trimEnd().split("\n")).to.deep.equal([
      "The settings cannot be used:",
      'PORT must be a whole number from 0 to 65535, not "http".',
      'CHAIN_ID must be a whole number from 1 to 9007199254740991, not "one".',
    ]);
  });
});

/** The private key of one of Hardhat's accounts. */
function keyOf(index: number): string {
  return localAccount(index).privateKey;
}

/** A policy file that allows each wallet five in a phase. */
async function policyFor(phase: string): Promise<string> {
  const file = join(await temporaryFolder(), "policy.json");
  await writeFile(file, JSON.stringify({ phases: { [phase]: { kind: "open", perWallet: 5 } } }));
  return file;
}
