import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { formatMoment } from "#protocol/values/moment";
import { mintArguments, signMintAuthorization } from "#protocol/wire/mintAuthorization";
import type { MintAllowance, SignedMintAuthorization } from "#protocol/wire/responses";
import type { Settings } from "../../../api/src/settings/settings.ts";
import { type Api, account, problemCodeOf } from "../../support/api/apiFixture.ts";
import { noteState, revertAfterEach } from "../../support/api/borrowedChain.ts";
import { type Fault, faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import {
  apply,
  issue,
  problemOf,
  startMintApi,
  use,
  useMintFixture,
} from "../../support/api/mintFixture.ts";
import { createPlan } from "../../support/api/salePlan.ts";

/** Each wallet may mint five in Ember. */
describe("mint allowance", () => {
  const fixture = useMintFixture();
  const node = useFaultyRpc(fixture);
  let api: Api;
  const wallet = account(3).address;
  beforeEach(async () => {
    api = await start();
  });
  afterEach(() => api.close());
  revertAfterEach(fixture);

  function start(overrides: Partial<Settings> = {}): Promise<Api> {
    return startMintApi(fixture, { rpcUrls: [node.url], mintConfirmations: 3, ...overrides });
  }
  const rejection = async (qty: number) => problemCodeOf(await apply(api, wallet, qty));
  const mine = (blocks: number) =>
    fixture.chain.ethers.provider.send("hardhat_mine", [`0x${blocks.toString(16)}`]);
  /** Returns the wallet's allowance in the active phase. */
  async function allowance(minter: string = wallet): Promise<MintAllowance> {
    const response = await api.get(`/api/mint/allowance/${minter}`);
    if (!response.ok) throw new Error(await problemCodeOf(response));
    // Safety: each response is compared with the service's description.
    const { planned: _, ...active } = (await response.json()) as MintAllowance;
    return active;
  }

  describe("while the last mint is being confirmed", () => {
    beforeEach(async () => {
      await issue(api, wallet, 5);
      await use(fixture, await issue(api, wallet, 1));
    });

    it("counts the largest signed quantity, and reports the remaining blocks and allowance", async () => {
      const confirming = { blocks: 1, of: 3, leftAfter: 4 };
      expect(await allowance()).to.deep.equal({
        phase: "Ember",
        allowance: 5,
        left: 0,
        confirming,
      });
      const problem = await problemOf(await apply(api, wallet, 1));
      expect(problem).to.deep.include({ status: 409, code: "mint.confirming" });
      expect(problem.detail).to.equal(
        "Your last mint is being confirmed (1 of 3 blocks); you may mint 4 more after that.",
      );
      expect(await rejection(5)).to.equal("409 mint.confirming");
      await mine(1);
      expect((await allowance()).confirming?.blocks).to.equal(2);
      await mine(1);
      expect(await allowance()).to.deep.equal({ phase: "Ember", allowance: 5, left: 4 });
      expect(await use(fixture, await issue(api, wallet, 4))).to.have.length(5);
    });

    it("counts the largest signed quantity when the events are missing or cannot be read", async () => {
      await mine(2);
      for (const fault of [faults.dropsTheConnection, faults.answers.bind(null, [])]) {
        node.behave(fault("eth_getLogs"));
        expect(await allowance()).to.deep.equal({ phase: "Ember", allowance: 5, left: 0 });
      }
      expect(await rejection(1)).to.equal("403 mint.allowance_used");
      node.behave();
      expect((await allowance()).left).to.equal(4);
    });
  });

  it("counts the latest mint's confirmations while several mints are pending", async () => {
    for (const signed of [3, 2]) {
      await issue(api, wallet, signed);
      await use(fixture, await issue(api, wallet, 1));
    }
    expect((await allowance()).confirming).to.deep.equal({ blocks: 1, of: 3, leftAfter: 3 });
    await api.close();
    const plan = createPlan(["Ember", 2]);
    const { dataDir } = api.settings;
    api = await start({ dataDir, mint: { signer: account(1), plan } });
    // Less than it has minted.
    expect(await allowance()).to.deep.equal({ phase: "Ember", allowance: 2, left: 0 });
  });

  it("rejects quantities above the allowance as too large, and smaller quantities as too early", async () => {
    await issue(api, wallet, 3);
    await use(fixture, await issue(api, wallet, 1));
    expect([await rejection(4), await rejection(5)]).to.deep.equal([
      "409 mint.confirming",
      "422 mint.quantity_too_large",
    ]);
  });

  it("returns the remaining supply at /api/mint/sale, regardless of the maximum per mint", async () => {
    const sale = async () => (await api.get("/api/mint/sale")).json();
    expect(await sale()).to.deep.include({ isMinting: true, phase: "Ember", left: 1_000 });
    await use(fixture, await issue(api, wallet, 3));
    expect(await sale()).to.deep.include({ isMinting: true, phase: "Ember", left: 997 });
    await fixture.contract.adjustMaxBatch(1);
    expect((await allowance()).left).to.equal(2);
  });

  it("returns the newest block's time and the planned phases at /api/mint/sale, but no listed wallets", async () => {
    await api.close();
    const times = { opensAt: 1_800_000_000n, closesAt: 1_800_086_400n };
    const plan = createPlan(["Ember", 2], ["Ash", { [wallet]: 3 }, times]);
    api = await start({ mint: { signer: account(1), plan } });
    const { timestamp = 0 } = (await fixture.chain.ethers.provider.getBlock("latest")) ?? {};
    const shared = { price: "80000000000000000", maxPerMint: 20 };
    expect(await (await api.get("/api/mint/sale")).json()).to.deep.include({
      time: formatMoment(BigInt(timestamp)),
      phases: [
        { name: "Ember", startingPoint: 0, endPoint: 100, ...shared, perWallet: 2 },
        {
          ...{ name: "Ash", startingPoint: 100, endPoint: 200, ...shared },
          ...{ opensAt: "2027-01-15T08:00:00Z", closesAt: "2027-01-16T08:00:00Z" },
        },
      ],
    });
  });

  it("returns the wallet's allowance in each planned phase, including unopened phases", async () => {
    await api.close();
    const plan = createPlan(["Ember", 2], ["Ash", { [wallet]: 3 }, { opensAt: 9_999_999_999n }]);
    api = await start({ mint: { signer: account(1), plan } });
    const plannedFor = async (minter: string) =>
      (await (await api.get(`/api/mint/allowance/${minter}`)).json()).planned;
    expect(await plannedFor(wallet)).to.deep.equal({ Ember: 2, Ash: 3 });
    expect(await plannedFor(account(9).address)).to.deep.equal({ Ember: 2, Ash: 0 });
  });

  it("never exceeds the allowance when blocks are reorganized", async () => {
    const revert = await noteState(fixture.chain);
    const three = await issue(api, wallet, 3);
    await use(fixture, three);
    const two = await issue(api, wallet, 2);
    expect(two.transactionID).to.equal("2");
    await revert();
    // The first ID is unused again, and the second still counts.
    expect(await rejection(4)).to.equal("422 mint.quantity_too_large");
    expect(await issue(api, wallet, 3)).to.deep.equal(three);
    await use(fixture, two);
    expect(await use(fixture, three)).to.have.length(5);
    await mine(3);
    expect(await rejection(1)).to.equal("403 mint.allowance_used");
  });

  it("never exceeds the allowance when a mint lands while the service reads the chain", async () => {
    const three = await issue(api, wallet, 3);
    let isMinted = false;
    node.behave(async ({ method }) => {
      if (method === "eth_call" && !isMinted) {
        isMinted = true;
        await use(fixture, three);
      }
      return false;
    });
    // Signed by the state of the block before, and void.
    expect((await issue(api, wallet, 5)).transactionID).to.equal("1");
    node.behave();
    expect(await rejection(3)).to.equal("409 mint.confirming");
    await mine(2);
    expect(await use(fixture, await issue(api, wallet, 2))).to.have.length(5);
    expect(await rejection(1)).to.equal("403 mint.allowance_used");
  });

  it("never exceeds the allowance when the node lags behind", async () => {
    const { provider } = fixture.chain.ethers;
    const lagging = await provider.send("eth_getBlockByNumber", ["latest", false]);
    await use(fixture, await issue(api, wallet, 2));
    await mine(5);
    const behind = faults.answers(lagging, "eth_getBlockByNumber");
    node.behave(behind);
    expect((await issue(api, wallet, 5)).transactionID).to.equal("1");
    node.behave();
    expect(await rejection(4)).to.equal("422 mint.quantity_too_large");
    const two = await issue(api, wallet, 3);
    expect(two.transactionID).to.equal("2");
    node.behave(behind);
    expect((await issue(api, wallet, 3)).transactionID).to.equal("2");
    expect(await use(fixture, two)).to.have.length(5);
  });

  it("ignores gifts", async () => {
    await fixture.contract.gift("Ember", [wallet, wallet]);
    await issue(api, wallet, 5);
    await use(fixture, await issue(api, wallet, 2));
    await fixture.contract.gift("Ember", [wallet]);
    await mine(70);
    expect((await allowance()).left).to.equal(3);
  });

  it("subtracts the quantity that a contract wallet minted, excluding a gift in the same block", async () => {
    const { contract, chain } = fixture;
    const contractWallet = await chain.ethers.deployContract("ContractWallet");
    // Safety: ethers' addresses begin with 0x.
    const minter = (await contractWallet.getAddress()) as `0x${string}`;
    async function mint(signed: SignedMintAuthorization): Promise<void> {
      const data = contract.interface.encodeFunctionData(
        collectionConfig.mintFunction,
        mintArguments(signed),
      );
      const value = (await contract[collectionConfig.priceFunction]()) * BigInt(signed.qty);
      const target = await contract.getAddress();
      await contractWallet.execute(target, data, { value, gasLimit: 1_000_000 });
    }
    await issue(api, minter, 5);
    const signed = await issue(api, minter, 2);
    // One more, which does not count against the allowance.
    const terms = { minter, phase: "Ember", transactionID: "by hand", qty: 1n };
    await mint(await signMintAuthorization(account(1), signed, terms));
    await chain.ethers.provider.send("evm_setAutomine", [false]);
    await contract.gift("Ember", [minter, wallet], { gasLimit: 1_000_000 });
    await mint(signed);
    await mine(1);
    await chain.ethers.provider.send("evm_setAutomine", [true]);
    expect(await contract.balanceOf(minter)).to.equal(4n);
    await mine(2);
    // The node omits one of the block's events.
    node.behave(withOneEventLess(chain.url));
    expect((await allowance(minter)).left).to.equal(0);
    node.behave();
    expect((await allowance(minter)).left).to.equal(3);
  });

  describe("GET /api/mint/allowance/{minter}", () => {
    it("returns the plan's allowance minus the minted quantity", async () => {
      await fixture.contract.changePhase("Ash");
      const listed = account(2).address;
      expect(await allowance(listed.toLowerCase())).to.deep.equal({
        phase: "Ash",
        allowance: 3,
        left: 3,
      });
      await issue(api, listed, 3);
      expect((await allowance(listed)).left).to.equal(3);
      expect(await allowance()).to.deep.equal({ phase: "Ash", allowance: 0, left: 0 });
      await fixture.contract.changePhase("Dusk");
      expect(await allowance(listed)).to.deep.equal({ phase: "Dusk", allowance: 0, left: 0 });
    });
  });
});

/** A node that omits the last event from the mints of all wallets. */
function withOneEventLess(url: string): Fault {
  return async ({ id, method, params }, response) => {
    // Safety: getLogs has one filter.
    const isOfAll = method === "eth_getLogs" && !(params as LogsParams)[0].topics[2];
    if (!isOfAll) return false;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const headers = { "content-type": "application/json" };
    // Safety: the node returns a list of logs.
    const { result } = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
      result: unknown[];
    };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: result.slice(0, -1) }));
    return true;
  };
}

type LogsParams = readonly [{ topics: readonly unknown[] }];
