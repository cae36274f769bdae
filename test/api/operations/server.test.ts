import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import {
  describeStartupError,
  startupExitStatus,
} from "../../../api/src/operations/startErrors.ts";
import { localAccount } from "../../../scripts/world/chain/localAccounts.ts";
import { account, signedSave, startApi, useFixture } from "../../support/api/apiFixture.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { saleJson } from "../../support/api/salePlan.ts";
import { serve } from "../../support/api/serve.ts";
import { runScript } from "../../support/commands/runScript.ts";
import { createTestDatabase } from "../../support/postgres.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const owner = account(2);

describe("npm run serve", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);

  it("does not start if its port is taken, and releases its folder", async () => {
    await using api = await startApi();
    const dataDir = await temporaryFolder();
    const port = Number(new URL(api.url).port);
    const error = await startApi({ port, dataDir }).catch((error) => error);
    expect(error).to.include({ code: "EADDRINUSE" });
    await using other = await startApi({ dataDir });
    expect((await other.get("/api/narrative")).status).to.equal(200);
  });

  it("requires Node 24", async () => {
    const older = 'Object.defineProperty(process, "versions", { value: { node: "22.12.0" } });';
    const environment = {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(older)}`,
    };
    expect(await runScript("api/src/main.ts", [], { cwd: tmpdir(), environment })).to.deep.equal({
      status: 1,
      stdout: "",
      stderr:
        "The service requires Node 24 or newer, but this is Node 22.12.0: use a newer version.\n",
    });
  });

  it("prints no signing key, database password or RPC key, even when the chain and the database fail", async () => {
    await using database = await createTestDatabase();
    const endpointKey = "c0ffee-key-c0ffee";
    const key = localAccount(9).privateKey;
    const { password } = new URL(database.url);
    const saleFile = join(await temporaryFolder(), "sale.json");
    await writeFile(saleFile, saleJson());
    using server = await serve({
      PORT: "0",
      LOG_LEVEL: "trace",
      DATABASE_URL: database.url,
      RPC_URL: `${rpc.url}/v2/${endpointKey}?token=tok-${endpointKey}`,
      PUBLIC_RPC_URL: "https://rpc.example",
      CONTRACT_ADDRESS: await fixture.contract.getAddress(),
      MINT_SIGNER_KEY: key,
      SALE_FILE: saleFile,
    });
    let said = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        said += chunk;
      });
    }
    while (!said.includes("is served at")) await once(server.stdout, "data");
    const url = /is served at (http:\S+)/.exec(said)?.[1] ?? "";
    const drifterId = await fixture.giveToken(owner.address);
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

  it("reports an unresponsive database, a forbidden file and an error that a restart cannot fix", async () => {
    const databaseUrl = "postgres://drifter:secret@127.0.0.1:1/stories";
    const fault = await startApi({ databaseUrl }).catch((error) => error);
    expect(startupExitStatus(fault)).to.equal(1);
    expect(describeStartupError(fault))
      .to.match(/^The database 127\.0\.0\.1:1\/stories cannot be used: [^\n]*DATABASE_URL[^\n]*$/)
      .and.not.include("secret");
    const denied = Object.assign(new Error("EACCES: denied"), { code: "EACCES" });
    expect(describeStartupError(denied)).to.equal("The service cannot start: EACCES: denied");
    const away = Object.assign(new Error("No such host"), { code: "ENOTFOUND" });
    expect(describeStartupError(away)).to.match(/^No such host\. Set HOST to /);
    const folder = await startApi({ dataDir: "/dev/null" }).catch((error) => error);
    expect([denied, folder].map(startupExitStatus)).to.deep.equal([1, 78]);
  });

  it("reports every invalid setting, one per line", async () => {
    using server = await serve({ PORT: "http", CHAIN_ID: "one" });
    const [stderr, [status]] = await Promise.all([text(server.stderr), once(server, "exit")]);
    // A supervisor configured with this status does not restart it.
    expect(status).to.equal(78);
    expect(stderr.trimEnd().split("\n")).to.deep.equal([
      "The settings are invalid:",
      'PORT must be a whole number from 0 to 65535, not "http".',
      'CHAIN_ID must be a whole number from 1 to 9007199254740991, not "one".',
    ]);
  });
});
