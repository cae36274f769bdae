import { expect } from "chai";
import { createChain } from "../../api/src/chain.ts";
import { type Api, account, refusalOf } from "./apiFixture.ts";
import { borrowChain } from "./borrowedChain.ts";
import { startFaultyRpc } from "./faultyRpc.ts";
import { apply, issue, problemOf, startMintApi, useMintFixture } from "./mintFixture.ts";

describe("the quantity of a mint authorisation", () => {
  const fixture = useMintFixture();
  let api: Api;
  let giveBackChain: () => Promise<void>;
  const [listed, other] = [account(2).address, account(3).address];
  before(async () => {
    api = await startMintApi(fixture);
  });
  after(() => api.close());
  beforeEach(async () => {
    ({ close: giveBackChain } = await borrowChain());
  });
  afterEach(() => giveBackChain());
  const refusal = async (minter: string, qty: unknown) => refusalOf(await apply(api, minter, qty));

  for (const qty of [0, -1, 1.5, 1e21, "0", "-1", "1.5", "01", " 1", "0x1", "", `${2n ** 256n}`]) {
    it(`is refused when it is ${JSON.stringify(qty)}`, async () => {
      expect(await refusal(other, qty)).to.equal("422 mint.invalid_quantity");
    });
  }

  const limits: Record<string, () => Promise<unknown>> = {
    "the maximum per mint is 2": () => fixture.contract.adjustMaxBatch(2),
    "the phase has 2 IDs left": () => fixture.contract.adjustPhases("Ember", 1, 3),
    "a phase with 2 IDs left has become active": async () => {
      await issue(api, listed, 3);
      await fixture.contract.adjustPhases("Ash", 2_001, 2_003);
      await fixture.contract.changePhase("Ash");
    },
  };
  for (const [when, limit] of Object.entries(limits)) {
    it(`is at most 2 when ${when}`, async () => {
      await limit();
      const problem = await problemOf(await apply(api, listed, 3));
      expect(problem.code).to.equal("mint.quantity_too_large");
      expect(problem.detail).to.contain("The maximum per mint is 2 now, not 3");
      expect((await issue(api, listed, 2)).qty).to.equal("2");
    });
  }

  it("is refused when the phase is sold out", async () => {
    await fixture.contract.adjustPhases("Ember", 1, 1);
    const problem = await problemOf(await apply(api, other, 1));
    expect(problem.code).to.equal("mint.quantity_too_large");
    expect(problem.detail).to.contain("sold out");
  });

  it("is checked with one eth_call for the sale", async () => {
    await using rpc = await startFaultyRpc(fixture.chain.url);
    const chain = createChain({ ...api.settings, rpcUrls: [rpc.url] });
    await chain.readSale();
    rpc.behave();
    expect(await chain.readSale()).to.deep.include({ maxBatch: 20n, maxSupply: 10_000n });
    expect(rpc.requests).to.have.members(["eth_chainId", "eth_getBlockByNumber", "eth_call"]);
  });
});
