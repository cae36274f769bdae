import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { pino } from "pino";
import type { Settings } from "../../api/src/env.ts";
import { announceStart } from "../../api/src/operations/startAnnouncement.ts";
import { explainStartFault, statusOfStartFault } from "../../api/src/startFault.ts";
import { localAccount } from "../../scripts/world/chain/localKeys.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import {
  account,
  type Fixture,
  openFixture,
  signedSave,
  startApi,
  startApiFor,
  temporaryFolder,
} from "./apiFixture.ts";
import { type FaultyRpc, faults, startFaultyRpc } from "./faultyRpc.ts";
import { serve, urlOf } from "./serve.ts";

const owner = account(2);

/** One line of the log, as far as the tests look at it. */
interface LogLine {
  level: number;
  msg?: string;
  chainId?: number;
  req?: { id: string; url: string };
  res?: { statusCode: number };
  err?: { stack: string };
}

describe("the running service", () => {
  let fixture: Fixture;
  let rpc: FaultyRpc;
  before(async () => {
    fixture = await openFixture();
    rpc = await startFaultyRpc(fixture.chain.url);
  });
  after(async () => {
    await rpc.close();
    await fixture.close();
  });
  beforeEach(() => rpc.behave());

  const startWithLog = async (overrides: Partial<Settings> = {}) => {
    const lines: string[] = [];
    const logger = pino({ level: "trace" }, { write: (line) => lines.push(line) });
    const api = await startApiFor(fixture, overrides, logger);
    // Safety: pino writes one JSON object a line.
    return { api, lines, log: () => lines.map((line) => JSON.parse(line) as LogLine) };
  };

  describe("when it is closed", () => {
    it("takes no new request, but finishes the save in flight", async () => {
      const dataDir = await temporaryFolder();
      const api = await startApiFor(fixture, { rpcUrl: rpc.url, dataDir });
      const drifterId = await fixture.giveDrifter(owner.address);
      const question = rpc.holdBackOwner();
      const saving = api.save(await signedSave(owner, drifterId, "Last words."));
      const answer = await question;

      const closing = api.close();
      const refusal = await api.get("/api/narrative").catch((error) => error);
      expect(refusal).to.be.instanceOf(TypeError);
      answer();

      expect((await saving).status).to.equal(200);
      await closing;
      await using next = await startApiFor(fixture, { dataDir });
      expect((await next.get(`/api/narrative/${drifterId}`)).status).to.equal(200);
    });

    it("does not wait for connections that nobody uses", async () => {
      const api = await startApi();
      const { hostname, port } = new URL(api.url);
      const idle = createConnection(Number(port), hostname);
      await once(idle, "connect");
      await api.get("/api/narrative");
      const hungUp = once(idle, "close");
      await api.close();
      await hungUp;
    }).timeout(5_000);
  });

  describe("when its port is taken", () => {
    it("does not start, and gives its folder free", async () => {
      await using api = await startApi();
      const dataDir = await temporaryFolder();
      const port = Number(new URL(api.url).port);
      const error = await startApi({ port, dataDir }).catch((error) => error);
      expect(error).to.include({ code: "EADDRINUSE" });
      await using other = await startApi({ dataDir });
      expect((await other.get("/api/narrative")).status).to.equal(200);
    });
  });

  describe("its log", () => {
    it("has a line for each request, with the id that the answer names", async () => {
      const { log, api } = await startWithLog();
      const response = await api.get("/api/narrative");
      await api.close();
      const line = log().find(({ req }) => req?.url === "/api/narrative");
      expect(line).to.have.nested.property("req.id", response.headers.get("x-request-id"));
      expect(line).to.have.nested.property("res.statusCode", 200);
      expect(line?.req).to.have.all.keys("id", "method", "url");
    });

    it("never holds a story, a signature or the RPC endpoint's key, whatever fails", async () => {
      const { lines, api } = await startWithLog({ rpcUrl: `${rpc.url}/v2/secret-key` });
      const drifterId = await fixture.giveDrifter(owner.address);
      const byOwner = await signedSave(owner, drifterId, "A secret tale.");
      const byStranger = await signedSave(account(3), drifterId, "Another secret tale.");

      await api.save(byOwner);
      await api.save({ ...byOwner, narrative: "A secret tale that was not signed." });
      await api.post(`/api/narrative/${drifterId}`, "A secret tale that is no JSON.");
      for (const method of ["eth_blockNumber", "eth_call", "eth_getCode"]) {
        rpc.behave(faults.fails({ code: -32603, message: "Out of order" }, method));
        await api.save(byStranger);
        rpc.behave(faults.dropsTheConnection(method));
        await api.save(byStranger);
      }
      await api.close();

      const everything = lines.join("");
      expect(everything).to.include("chain.unavailable").and.include("Out of order");
      const signatures = [byOwner, byStranger].map(({ signature }) => signature.slice(2));
      for (const secret of ["secret", ...signatures]) expect(everything).not.to.include(secret);
    });

    it("never holds a story or a signature, whatever becomes of a save, at any level", async () => {
      const { lines, log, api } = await startWithLog({ savesPerDrifterPerMinute: 4 });
      const drifterId = await fixture.giveDrifter(owner.address);
      const path = `/api/narrative/${drifterId}`;
      const requests = await Promise.all(
        ["A secret tale.", "A secret sequel.", "A secret end.", "A secret appendix."].map((text) =>
          signedSave(owner, drifterId, text),
        ),
      );
      const statuses: number[] = [];
      for (const request of [...requests, ...requests]) {
        statuses.push((await api.save(request)).status);
        await api.get(path);
        await api.get(`${path}/history`);
        await api.get(`${path}?signature=${request.signature}&narrative=${request.narrative}`);
      }
      expect(statuses).to.deep.equal([200, 200, 200, 200, 409, 409, 409, 429]);
      await api.close();
      const everything = lines.join("");
      expect(log().filter(({ req }) => req?.url === path)).to.have.length(24);
      for (const { signature, signedMessage } of requests) {
        for (const secret of ["secret", signature.slice(2), signedMessage]) {
          expect(everything).not.to.include(secret);
        }
      }
    });

    it("never holds a story of a file that is no longer what was written", async () => {
      const { lines, api } = await startWithLog();
      const drifterId = await fixture.giveDrifter(owner.address);
      await api.save(await signedSave(owner, drifterId, "A secret tale."));
      const { dataDir } = api.settings;
      const [name = ""] = (await readdir(dataDir)).filter((name) => /^\w.*\.json$/.test(name));
      await writeFile(join(dataDir, name), '{"narrative":secret tale');
      expect((await api.get(`/api/narrative/${drifterId}/history`)).status).to.equal(503);
      await api.close();
      expect(lines.join("")).to.include("corrupt").and.not.include("secret");
    });

    it("never holds what the chain's endpoint repeats of a key or a signature", async () => {
      const key = "c0ffee-key-c0ffee";
      const { lines, api } = await startWithLog({
        rpcUrl: `${rpc.url}/v2/${key}?token=tok-${key}`,
      });
      const drifterId = await fixture.giveDrifter(owner.address);
      const request = await signedSave(owner, drifterId, "A tale.");
      const message = `bad key ${key}: ${rpc.url}/v2/${key}?token=tok-${key} ${request.signature}`;
      rpc.behave(faults.fails({ code: -32_000, message }));
      expect((await api.save(request)).status).to.equal(503);
      await api.get("/readyz");
      await api.close();
      const everything = lines.join("");
      expect(everything).to.include("bad key");
      for (const secret of [key, request.signature.slice(2)]) {
        expect(everything).not.to.include(secret);
      }
    });

    it("never holds the database's password, though it goes away", async () => {
      await using database = await createTestDatabase();
      const { password } = new URL(database.url);
      const { lines, api } = await startWithLog({ databaseUrl: database.url });
      await database.shut();
      expect((await api.get("/api/narrative")).status).to.equal(503);
      expect((await api.get("/readyz")).status).to.equal(503);
      await api.close();
      expect(lines.join("")).to.include("store.unavailable").and.not.include(password);
    });

    it("has reads and probes only at debug, and what fails of them at error or once", async () => {
      const lines: string[] = [];
      const logger = pino({ level: "info" }, { write: (line) => lines.push(line) });
      await using api = await startApiFor(fixture, {}, logger);
      for (const path of ["/api/narrative", "/healthz", "/readyz"]) await api.get(path);
      expect(lines).to.deep.equal([]);
      await api.get("/api/nowhere");
      expect(lines).to.have.length(1);
    });

    it("tells a fault of ours whole, and its reader nothing of it", async () => {
      const webDir = await temporaryFolder();
      await writeFile(join(webDir, "index.html"), "<!doctype html>");
      const { log, api } = await startWithLog({ webDir });
      const response = await api.get("/", { accept: "text/html" });
      await api.close();
      expect(response.status).to.equal(500);
      expect(await response.text()).not.to.include("runtime-config");
      const line = log().find(({ res }) => res?.statusCode === 500);
      expect(line?.err?.stack).to.include("runtime-config").and.include("web.ts");
    });
  });

  describe("npm run serve", () => {
    let database: TestDatabase;
    let processes: Awaited<ReturnType<typeof serve>>[];
    let urls: string[];
    before("two processes serve one database", async () => {
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
    after("both end well", async () => {
      for (const server of processes) {
        server.kill("SIGTERM");
        expect(await once(server, "exit")).to.deep.equal([0, null]);
      }
      await database[Symbol.asyncDispose]();
    });

    it("serves until it is told to end, then ends by itself", async () => {
      using server = await serve({ PORT: "0", LOG_LEVEL: "silent" });
      const url = await urlOf(server);
      expect((await fetch(`${url}/api/narrative`)).status).to.equal(200);
      server.kill("SIGTERM");
      expect(await once(server, "exit")).to.deep.equal([0, null]);
    });

    it("[D9] serves one database from two processes: what one has saved, the other tells", async () => {
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
        const readers = urls.map(async (url) => (await fetch(url + path)).json());
        for (const read of readers) expect(await read).to.deep.equal(saved);
      }
      const turns = Array.from({ length: 20 }, (_, index) => 6 + index);
      const statuses = await Promise.all(turns.map(async (turn) => (await saveAt(turn)).status));
      expect(statuses).to.deep.equal(turns.map(() => 200));
      const history = await fetch(`${urls[0]}${path}/history`);
      expect(await history.json()).to.have.length(26);
    });

    it("takes a request once that a proxy sends to both processes, and answers it the same twice", async () => {
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
      expect(await database.query("select from mint_authorizations")).to.have.length(1);
    });

    it("never says its key, its database's password or its endpoint's key, whatever fails", async () => {
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
      for (const secret of [key.slice(2), password, endpointKey])
        expect(said).not.to.include(secret);
    });

    it("says in one sentence that its database does not answer", async () => {
      const databaseUrl = "postgres://drifter:secret@127.0.0.1:1/stories";
      const fault = await startApi({ databaseUrl }).catch((error) => error);
      expect(statusOfStartFault(fault)).to.equal(1);
      expect(explainStartFault(fault)).to.match(
        /^The database 127\.0\.0\.1:1\/stories cannot be used: [^\n]*$/,
      );
    });

    it("tells its log of a folder that is not there, and of a node that https pages cannot ask", async () => {
      const said = recordLines();
      await using api = await startApi({
        publicUrl: "https://drifters.example",
        collectionDir: "/nowhere",
      });
      await announceStart(api, { settings: api.settings, logger: said.logger, say: said.say });
      expect(said.messages()).to.deep.equal([
        `Fringe Drifters is served at ${api.url}`,
        "COLLECTION_DIR cannot be read: no portraits, names or traits are shown",
        "browsers are told to ask a chain's node without TLS, which pages with TLS cannot: set PUBLIC_RPC_URL",
      ]);
    });

    it("tells its log, once it serves, that key and policy are not the collection's", async () => {
      const said = recordLines();
      const perWallet = { kind: "open", perWallet: 5 } as const;
      const mint = { signer: account(9), policy: new Map([["gifts", perWallet]]) };
      const collectionDir = await temporaryFolder();
      await using api = await startApiFor(fixture, { mint, collectionDir }, said.logger);
      await announceStart(api, { settings: api.settings, logger: said.logger, say: said.say });
      expect(said.messages()).to.deep.equal([
        `Fringe Drifters is served at ${api.url}`,
        "MINT_SIGNER_KEY is not the collection's signer",
        "MINT_POLICY names phases that the collection does not have: nobody gets an authorisation by these names",
      ]);
    });

    it("tells its log that there is no collection, and serves what it has", async () => {
      const { log, api } = await startWithLog({ contractAddress: account(9).address });
      const isTold = () => log().find(({ msg }) => msg?.startsWith("there is no collection at"));
      while (isTold() === undefined) await api.get("/readyz");
      expect((await api.get("/api/narrative")).status).to.equal(200);
      await api.close();
      expect(isTold()).to.have.property("level", 50);
    });

    it("tells its log when its stories are another collection's", async () => {
      const dataDir = await temporaryFolder();
      const drifterId = await fixture.giveDrifter(owner.address);
      await using first = await startApiFor(fixture, { dataDir });
      await first.save(await signedSave(owner, drifterId, "Told elsewhere."));
      await first.close();
      const { log, api } = await startWithLog({ dataDir, chainId: 7 });
      await api.get(`/api/narrative/${drifterId}`);
      await api.close();
      const line = log().find(({ msg }) => msg?.startsWith("the newest story is one of another"));
      expect(line).to.include({ level: 50, chainId: 31_337 });
    });

    it("tells how it is used, and starts nothing", async () => {
      using server = await serve({}, ["--help"]);
      const [help, [status]] = await Promise.all([text(server.stdout), once(server, "exit")]);
      expect(status).to.equal(0);
      expect(help).to.match(/^Usage: npm run serve\n/);
      using other = await serve({}, ["--port"]);
      expect(await text(other.stderr)).to.match(/^There is no option --port\./);
    });

    it("names every setting that cannot be used, in plain lines", async () => {
      using server = await serve({ PORT: "http", CHAIN_ID: "one" });
      const [complaint, [status]] = await Promise.all([text(server.stderr), once(server, "exit")]);
      // A supervisor that knows this number does not start it again.
      expect(status).to.equal(78);
      expect(complaint.trimEnd().split("\n")).to.deep.equal([
        "The settings cannot be used:",
        'PORT must be a whole number from 0 to 65535, not "http".',
        'CHAIN_ID must be a whole number from 1 to 9007199254740991, not "one".',
      ]);
    });
  });
});

/** Records what is said to whoever started the service, and what its log warns of, in the order of both. */
function recordLines() {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  return {
    logger: pino({ level: "warn" }, { write }),
    say: write,
    // Safety: what is no plain line is one of pino's.
    messages: () =>
      lines.map((line) => (line.startsWith("{") ? (JSON.parse(line) as LogLine).msg : line)),
  };
}

/** The private key of one of Hardhat's accounts. */
function keyOf(index: number): string {
  return localAccount(index).privateKey;
}

/** A file that lets everybody have five in a phase. */
async function policyFor(phase: string): Promise<string> {
  const file = join(await temporaryFolder(), "policy.json");
  await writeFile(file, JSON.stringify({ phases: { [phase]: { kind: "open", perWallet: 5 } } }));
  return file;
}
