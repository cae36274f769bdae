import { rename } from "node:fs/promises";
import { mock } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { pino } from "pino";
import { encodeAbiParameters, getAddress } from "viem";
import { readinessSchema } from "#protocol/wire/responses";
import { createReadiness } from "../../../api/src/operations/readiness.ts";
import { limits } from "../../../api/src/settings/limits.ts";
import {
  type Api,
  account,
  startApi,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";

const yes = `0x${"1".padStart(64, "0")}`;
const phase = encodeAbiParameters([{ type: "string" }], ["Ember"]);

/** Owner of every token in the unrelated ERC-721 contract. */
const ownerEverywhere = account(3);

/** Returns true for `supportsInterface` and an owner for `ownerOf`, and reverts on anything else. */
const otherCollection = [
  "0x5f3560e01c", // The selector
  "806301ffc9a714601b57", // is supportsInterface: yes,
  "636352211e14602457", // is ownerOf: the owner,
  "5f5ffd", // or is not known.
  "5b60015f5260205ff3",
  `5b73${ownerEverywhere.address.slice(2)}5f5260205ff3`,
].join("");

/** Contracts that are not phased collections: constructor arguments and replacement code. */
const strangers: readonly [what: string, name: string, args: unknown[], code?: string][] = [
  ["an ERC-20", "Coin", [0]],
  ["one that answers nothing to every call", "MuteContract", []],
  ["one that answers yes to every call", "LiteralContract", [yes, false]],
  ["one that reverts with yes on every call", "LiteralContract", [yes, true]],
  ["one that names a phase, and is no token", "LiteralContract", [phase, false]],
  ["an unrelated ERC-721, whose owners could sign", "MuteContract", [], otherCollection],
];

describe("GET /healthz", () => {
  it("returns 200 even if every dependency is down", async () => {
    await using api = await startApi({ rpcUrls: ["http://127.0.0.1:1"] });
    const response = await api.get("/healthz");
    expect(response.status).to.equal(200);
    expect(await response.json()).to.deep.equal({ status: "ok" });
  });
});

describe("GET /readyz", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let lines: string[];
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => mock.timers.reset());

  const start = (overrides: Parameters<typeof startApi>[0] = {}) => {
    const logger = pino({ level: "info" }, { write: (line) => lines.push(line) });
    const settings: Parameters<typeof startApi>[0] = {
      rpcUrls: [rpc.url],
      readinessLifeMilliseconds: 20,
      ...overrides,
    };
    return startApiFor(fixture, settings, logger);
  };
  const read = async (api: Api) => {
    const response = await api.get("/readyz");
    const report = readinessSchema.parse(await response.json());
    expect(response.status).to.equal(report.status === "ready" ? 200 : 503);
    return report;
  };
  const waitUntilStatus = async (api: Api, status: string) => {
    for (;;) {
      const report = await read(api);
      if (report.status === status) return report.parts;
      await delay(10);
    }
  };
  const ready = { chain: "ok", contract: "ok", store: "ok" };

  it("reports ready when chain, contract and store are ready", async () => {
    await using api = await start();
    expect(await read(api)).to.deep.equal({ status: "ready", parts: ready });
  });

  for (const { name, fault } of [
    { name: "drops connections", fault: faults.dropsTheConnection() },
    { name: "serves a different chain", fault: faults.answers("0x1", "eth_chainId") },
    { name: "responds with a web page", fault: faults.sendsHtml() },
    { name: "limits the rate", fault: faults.limitsTheRate() },
  ]) {
    it(`reports not ready while the chain's endpoint ${name}, and ready after it recovers`, async () => {
      await using api = await start();
      rpc.behave(fault);
      const parts = { chain: "failed", contract: "unknown", store: "ok" };
      expect(await read(api)).to.deep.equal({ status: "failing", parts });
      rpc.behave();
      expect(await waitUntilStatus(api, "ready")).to.deep.equal(ready);
    });
  }

  const failing = { status: "failing", parts: { ...ready, contract: "failed" } };

  it("reports not ready, with the reason, if the contract has no code", async () => {
    const contract = `0x${"12".repeat(20)}` as const;
    await using api = await start({ contract });
    const reason = `Chain 31337 has no contract at ${contract}. Check CONTRACT_ADDRESS and CHAIN_ID.`;
    expect(await read(api)).to.deep.equal({ ...failing, reason });
  });

  for (const [what, name, args, code] of strangers) {
    it(`reports not ready, with the reason, while the contract is ${what}`, async () => {
      const { ethers } = fixture.chain;
      const deployed = await ethers.deployContract(name, args);
      const contract = getAddress(await deployed.getAddress());
      if (code) await ethers.provider.send("hardhat_setCode", [contract, code]);
      await using api = await start({ contract });
      const reason = `The contract at ${contract} on chain 31337 is not a phased collection. Check CONTRACT_ADDRESS and CHAIN_ID.`;
      expect(await read(api)).to.deep.equal({ ...failing, reason });
      const logged = lines.filter((line) => line.includes(reason));
      expect(logged.filter((line) => line.includes('"part":"contract"'))).to.have.length(1);

      const codeOfCollection = await ethers.provider.getCode(await fixture.contract.getAddress());
      await ethers.provider.send("hardhat_setCode", [contract, codeOfCollection]);
      expect(await waitUntilStatus(api, "ready")).to.deep.equal(ready);
    });
  }

  it("reports not ready while the store is not writable, and logs the cause once", async () => {
    await using api = await start();
    await read(api);
    const { dataDir } = api.settings;
    await rename(dataDir, `${dataDir}-away`);
    expect(await waitUntilStatus(api, "failing")).to.deep.equal({ ...ready, store: "failed" });
    // Waits until the second check.
    rpc.behave();
    while (!rpc.requests.includes("eth_getCode")) {
      expect(await read(api)).to.have.property("status", "failing");
      await delay(10);
    }
    await rename(`${dataDir}-away`, dataDir);
    await waitUntilStatus(api, "ready");
    const logged = lines.filter((line) => line.includes('"part":"store"'));
    expect(logged).to.have.length(2);
    expect(logged[0]).to.include("ENOENT").and.include("not ready");
    expect(logged[1]).to.include("ready again");
  });

  it("does not wait for a hanging chain", async () => {
    rpc.behave(faults.hangs());
    await using api = await start({ readinessTimeoutMilliseconds: 1 });
    expect((await read(api)).parts).to.have.property("chain", "failed");
  });

  it("reports not ready once the service shuts down", async () => {
    const works = { check: async () => undefined };
    const logger = pino({ level: "silent" });
    const readiness = createReadiness({
      chain: works,
      store: works,
      logger,
      settings: limits,
    });
    expect(await readiness.read()).to.deep.equal({ status: "ready", parts: ready });
    readiness.close();
    expect(await readiness.read()).to.have.property("status", "closing");
  });
});

describe("createReadiness", () => {
  it("reports warnings, but stays ready, so that load balancers keep the process", async () => {
    const part = { check: async () => undefined };
    const warnings = ["The sale file is invalid."];
    const listWarnings = async () => warnings;
    const logger = pino({ level: "silent" });
    const read = () =>
      createReadiness({ chain: part, store: part, listWarnings, logger, settings: limits }).read();
    const warned = readinessSchema.parse(await read());
    expect(warned.status).to.equal("ready");
    expect(warned.warnings).to.deep.equal(warnings);
    warnings.pop();
    expect(await read()).not.to.have.property("warnings");
  });
});
