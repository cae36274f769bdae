import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import { zeroAddress } from "viem";
import { formatMoment } from "#protocol/values/moment";
import { type Api, account, problemCodeOf } from "../../support/api/apiFixture.ts";
import { revertAfterEach } from "../../support/api/borrowedChain.ts";
import {
  apply,
  issue,
  plan,
  problemOf,
  startMintApi,
  use,
  useMintFixture,
} from "../../support/api/mintFixture.ts";
import { createPlan } from "../../support/api/salePlan.ts";

describe("POST /api/mint/authorization", () => {
  const fixture = useMintFixture();
  let api: Api;
  const [listed, other] = [account(2).address, account(3).address];
  beforeEach(async () => {
    api = await startMintApi(fixture);
  });
  afterEach(() => api.close());
  revertAfterEach(fixture);
  const rejection = async (minter: string, qty: unknown) =>
    problemCodeOf(await apply(api, minter, qty));
  const restart = async () => {
    await api.close();
    api = await startMintApi(fixture, { dataDir: api.settings.dataDir });
  };

  it("signs an authorization that the contract accepts, with the collection's next number", async () => {
    const signed = await issue(api, other, 2);
    expect(signed).to.deep.include({
      chainId: 31_337,
      contract: await fixture.contract.getAddress(),
      minter: other,
      phase: "Ember",
      transactionID: "1",
      qty: "2",
    });
    expect((await issue(api, listed, 1)).transactionID).to.equal("2");
    expect(await use(fixture, signed)).to.deep.equal([1n, 2n]);
  });

  describe("given an authorization that is not used yet", () => {
    it("returns the same authorization again, even after a restart", async () => {
      const signed = await issue(api, other, 2);
      expect(await issue(api, other, 2)).to.deep.equal(signed);
      await restart();
      expect(await issue(api, other, 2)).to.deep.equal(signed);
    });

    it("signs a smaller quantity under the same ID, so that only one mint is accepted", async () => {
      const [five, two] = [await issue(api, other, 5), await issue(api, other, 2)];
      expect(two.transactionID).to.equal(five.transactionID);
      await fixture.contract.adjustMaxBatch(3);
      expect(await use(fixture, two)).to.have.length(2);
      await fixture.contract.adjustMaxBatch(20);
      const second = use(fixture, five);
      await expect(second).to.be.revertedWithCustomError(fixture.contract, "AuthenticationFailed");
    });

    it("signs a larger quantity under the same ID, up to the allowance", async () => {
      await issue(api, other, 2);
      const five = await issue(api, other, 5);
      expect(five).to.deep.include({ transactionID: "1", qty: "5" });
      const detailOf = async (qty: number) =>
        (await problemOf(await apply(api, other, qty))).detail;
      expect(await detailOf(6)).to.equal(
        "This wallet may mint 5 more in this phase, not 6. Request fewer.",
      );
      await fixture.contract.adjustMaxBatch(3);
      expect(await detailOf(4)).to.equal("The maximum per mint is 3 now, not 4. Request fewer.");
      expect(await rejection(other, 3)).to.equal("200");
      await fixture.contract.adjustMaxBatch(5);
      expect(await use(fixture, five)).to.have.length(5);
    });

    it("signs the authorization again after the signer and the service's key change", async () => {
      const before = await issue(api, other, 2);
      await fixture.contract.adjustSigner(account(9).address);
      await api.close();
      const { dataDir } = api.settings;
      api = await startMintApi(fixture, { dataDir, mint: { signer: account(9), plan } });
      const after = await issue(api, other, 2);
      expect(after.transactionID).to.equal(before.transactionID);
      expect(await use(fixture, after)).to.have.length(2);
    });
  });

  describe("given authorizations that were used", () => {
    it("issues authorizations until the phase's allowance is used up", async () => {
      await use(fixture, await issue(api, other, 3));
      expect(await rejection(other, 3)).to.equal("422 mint.quantity_too_large");
      const next = await issue(api, other, 2);
      expect(next.transactionID).to.equal("2");
      await restart();
      expect(await use(fixture, next)).to.have.length(5);
      expect(await rejection(other, 1)).to.equal("403 mint.allowance_used");
      await restart();
      expect(await rejection(other, 1)).to.equal("403 mint.allowance_used");
      expect((await issue(api, listed, 1)).transactionID).to.equal("3");
    });

    it("counts each phase separately", async () => {
      await use(fixture, await issue(api, listed, 5));
      await fixture.contract.changePhase("Ash");
      expect((await issue(api, listed, 3)).phase).to.equal("Ash");
    });

    it("signs nothing while the record is behind the chain, until the signer changes", async () => {
      await issue(api, listed, 1);
      await use(fixture, await issue(api, other, 2));
      await api.close();
      const { dataDir } = api.settings;
      await rm(join(dataDir, "records"), { recursive: true });
      api = await startMintApi(fixture, { dataDir });
      const problem = await problemOf(await apply(api, listed, 1));
      expect(problem.code).to.equal("mint.record_outdated");
      expect(problem.detail).to.contain("change the collection's signer");
      await restart();
      expect(await rejection(other, 1)).to.equal("503 mint.record_outdated");
      await api.close();
      await fixture.contract.adjustSigner(account(9).address);
      api = await startMintApi(fixture, { dataDir, mint: { signer: account(9), plan } });
      const next = await issue(api, listed, 1);
      expect(next.transactionID).to.equal("3");
      expect(await use(fixture, next)).to.have.length(1);
    });

    it("detects a record replaced with an older record at run time", async () => {
      await use(fixture, await issue(api, other, 2));
      await rm(join(api.settings.dataDir, "records"), { recursive: true });
      await mkdir(join(api.settings.dataDir, "records"));
      expect(await rejection(listed, 1)).to.equal("503 mint.record_outdated");
    });
  });

  describe("given a phase for listed wallets", () => {
    beforeEach(() => fixture.contract.changePhase("Ash"));

    it("signs each wallet's listed quantity, and nothing for unlisted wallets", async () => {
      const problem = await problemOf(await apply(api, listed, 4));
      expect(problem.code).to.equal("mint.quantity_too_large");
      expect(problem.detail).to.contain("3 more");
      expect(await use(fixture, await issue(api, listed, 3))).to.have.length(3);
      expect(await rejection(other, 1)).to.equal("403 mint.not_listed");
    });
  });

  it("signs nothing in a phase that is not in the plan", async () => {
    await fixture.contract.changePhase("Dusk");
    expect(await rejection(listed, 1)).to.equal("403 mint.phase_closed");
  });

  describe("given a phase with times", () => {
    const day = 86_400n;
    /** Starts the service with Ember open from `opens` to `closes`, in days from the newest block. */
    async function startWithTimes(opens: bigint, closes: bigint): Promise<bigint> {
      const { timestamp = 0 } = (await fixture.chain.ethers.provider.getBlock("latest")) ?? {};
      const at = (days: bigint) => BigInt(timestamp) + days * day;
      const times = { opensAt: at(opens), closesAt: at(closes) };
      await api.close();
      const mint = { signer: account(1), plan: createPlan(["Ember", 5, times]) };
      api = await startMintApi(fixture, { mint });
      return times.opensAt;
    }
    const mineAfter = async (seconds: bigint) => {
      await fixture.chain.ethers.provider.send("evm_increaseTime", [Number(seconds)]);
      await fixture.chain.ethers.provider.send("evm_mine", []);
    };

    it("signs nothing before a block reaches the opening time, and reports that time", async () => {
      const opensAt = await startWithTimes(1n, 2n);
      const { code, detail } = await problemOf(await apply(api, other, 1));
      expect(code).to.equal("mint.not_open_yet");
      expect(detail).to.contain(`“Ember” opens at ${formatMoment(opensAt)}`);
      await mineAfter(day);
      expect(await rejection(other, 1)).to.equal("200");
    });

    it("signs nothing once a block reaches the closing time", async () => {
      await startWithTimes(-1n, 1n);
      await issue(api, other, 1);
      await mineAfter(day);
      expect(await rejection(other, 1)).to.equal("403 mint.closed");
    });
  });

  it("returns 404 mint.not_offered without a key", async () => {
    await api.close();
    api = await startMintApi(fixture, { mint: undefined });
    expect(await rejection(other, 1)).to.equal("404 mint.not_offered");
  });

  it("rejects all requests when the key is not the collection's signer, and logs that once", async () => {
    const lines: string[] = [];
    const logger = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
    await api.close();
    api = await startMintApi(fixture, {}, logger);
    await fixture.contract.adjustSigner(account(9).address);
    for (let time = 0; time < 2; time += 1) {
      expect(await rejection(other, 1)).to.equal("503 mint.signer_mismatch");
    }
    const logged = lines.filter((line) => line.includes("MINT_SIGNER_KEY is not"));
    expect(logged).to.have.length(1);
    const addresses = { ours: account(1).address, signer: account(9).address };
    expect(JSON.parse(logged[0] ?? "")).to.deep.include(addresses);
    await fixture.contract.adjustSigner(account(1).address);
    expect(await rejection(other, 1)).to.equal("200");
  });

  it("rejects requests above the rate limit, with Retry-After", async () => {
    await api.close();
    api = await startMintApi(fixture, { authorizationsPerMinute: 2, metricsPort: 0 });
    expect(await rejection("nobody", 1)).to.equal("422 mint.invalid_minter");
    await issue(api, other, 1);
    await issue(api, other, 1);
    const response = await apply(api, other, 1);
    expect(Number(response.headers.get("retry-after"))).to.be.within(1, 60);
    expect(await problemOf(response)).to.deep.include({
      code: "rate.limited",
      detail:
        "Too many requests for authorizations from your network. Retry-After says when to try again.",
    });
    const path = `/api/mint/allowance/${other}`;
    expect(await problemCodeOf(await api.get(path))).to.equal("200");
    expect(await problemCodeOf(await api.get(path))).to.equal("200");
    expect((await problemOf(await api.get(path))).detail).to.contain("requests for allowances");
    const metrics = await (await fetch(api.metricsUrl ?? "")).text();
    expect(metrics.match(/^site_(rate_limited|authorizations)_total\{.*$/gm)).to.have.members([
      'site_rate_limited_total{by="address"} 2',
      'site_authorizations_total{outcome="mint.invalid_minter"} 1',
      'site_authorizations_total{outcome="issued"} 2',
      'site_authorizations_total{outcome="rate.limited"} 1',
    ]);
  });

  it("issues no authorization while the chain is unreachable, and returns chain.unavailable", async () => {
    await api.close();
    api = await startMintApi(fixture, { rpcUrls: ["http://127.0.0.1:1"] });
    const problem = await problemOf(await apply(api, other, 1));
    expect(problem.code).to.equal("chain.unavailable");
    expect(problem.detail).to.contain("nothing was signed");
  });

  it("signs no further authorization for a wallet with a corrupt file", async () => {
    await issue(api, other, 1);
    await issue(api, listed, 1);
    const folder = join(api.settings.dataDir, "records");
    const contents = async (name: string) => readFile(join(folder, name), "utf8");
    const names = await readdir(folder);
    const texts = await Promise.all(names.map(contents));
    const [ofOther = -1, ofListed = -1] = [other, listed].map((wallet) =>
      texts.findIndex((text) => text.includes(wallet.toLowerCase())),
    );
    const name = names[ofOther] ?? "";
    for (const content of ["{", '{"slots":[]}', "", texts[ofListed] ?? ""]) {
      await writeFile(join(folder, name), content);
      expect(await rejection(other, 1)).to.equal("503 store.unavailable");
      await restart();
      expect(await rejection(other, 1)).to.equal("503 store.unavailable");
      expect(await rejection(listed, 1)).to.equal("200");
    }
  });
});

describe("POST /api/mint/authorization validation", () => {
  const fixture = useMintFixture();
  let api: Api;
  before(async () => {
    api = await startMintApi(fixture);
  });
  after(() => api.close());
  const minter = account(3).address;

  const noMinters = [
    zeroAddress,
    "drifter.eth",
    "",
    minter.slice(0, -1),
    minter.replace("0x9", "0x8"),
  ];
  for (const [field, values] of [
    ["minter", noMinters],
    ["quantity", [0, -1, 1.5, "01", "0x1", ""]],
  ] as const) {
    it(`rejects an invalid ${field}`, async () => {
      for (const value of values) {
        const application = { minter, qty: 1, [field === "minter" ? field : "qty"]: value };
        const response = await api.post("/api/mint/authorization", JSON.stringify(application));
        expect(await problemCodeOf(response), `${value}`).to.equal(`422 mint.invalid_${field}`);
      }
    });
  }

  const bodies = {
    "no JSON": "{",
    "a field too many": JSON.stringify({ minter, qty: 1, phase: "Ash" }),
    "a field too few": JSON.stringify({ minter }),
    "a field twice": `{"minter":"${minter}","qty":1,"qty":5}`,
    "a quantity of another kind": JSON.stringify({ minter, qty: [1] }),
  };
  for (const [kind, body] of Object.entries(bodies)) {
    it(`rejects a body with ${kind}`, async () => {
      const response = await api.post("/api/mint/authorization", body);
      expect(await problemCodeOf(response)).to.equal("400 request.malformed");
    });
  }
});
