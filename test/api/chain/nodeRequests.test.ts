import { expect } from "chai";
import { apiPaths, ownedTokensPath, tokenPath } from "#protocol/wire/paths";
import type { OwnerPageResponse, TokenNeighbors } from "#protocol/wire/responses";
import { type Api, account, startApiFor, useFixture } from "../../support/api/apiFixture.ts";
import { useFaultyRpc } from "../../support/api/faultyRpc.ts";

const hour = 3_600_000;
const [block, call] = ["eth_getBlockByNumber", "eth_call"];
/** The first wallet owns IDs 1–100 and 104–133, the second 101–103. */
const [many, few] = [account(2).address, account(3).address];

describe("node request counts", () => {
  const fixture = useFixture();
  const node = useFaultyRpc(fixture);
  let api: Api;
  before("mint 130 drifters to one wallet, and three to a second", async () => {
    for (const [owner, count] of [
      [many, 100],
      [few, 3],
      [many, 30],
    ] as const) {
      await fixture.contract.gift("Gifts", Array<string>(count).fill(owner));
    }
  });
  beforeEach(async () => {
    const limits = { mintedLifeMilliseconds: hour, responseLifeMilliseconds: 0 };
    api = await startApiFor(fixture, {
      rpcUrls: [node.url],
      ownerReadsPerMinute: 10_000,
      ...limits,
    });
    await api.get(apiPaths.tokens);
    node.behave();
  });
  afterEach(() => api.close());

  /** Requests since the last call, except those that check a new connection. */
  const requests = () => {
    const methods = node.requests.filter((method) => method !== "eth_chainId");
    node.behave();
    return methods;
  };
  // Safety: the fixture validates responses against the OpenAPI description.
  const read = async <Body>(path: string) => (await (await api.get(path)).json()) as Body;
  const page = (owner: string, query = "") =>
    read<OwnerPageResponse>(ownedTokensPath(owner) + query);
  const neighbors = (id: number) => read<TokenNeighbors>(tokenPath(apiPaths.neighbors, String(id)));

  it("sends one block request and one call per wallet page, regardless of holdings", async () => {
    const { next, tokens, total } = await page(many);
    expect([tokens.length, tokens[0]?.drifterId, total]).to.deep.equal([60, "133", 130]);
    expect(requests()).to.deep.equal([block, call]);
    expect((await page(many, `?cursor=${next}`)).tokens[0]?.drifterId).to.equal("70");
    expect(requests()).to.deep.equal([block, call]);
    expect((await page(few)).tokens).to.have.length(3);
    expect(requests()).to.deep.equal([block, call]);
  });

  it("shares requests at a block among all readers of the same page", async () => {
    await Promise.all([page(many), page(many), neighbors(5), neighbors(6)]);
    expect(requests().filter((method) => method === call)).to.have.length(3);
    await page(many);
    expect(requests()).to.deep.equal([block]);
    await fixture.contract.adjustMaxBatch(3);
    await page(many);
    expect(requests()).to.deep.equal([block, call]);
  });

  it("sends two calls for a drifter's neighbors, or one after its owner's first drifter", async () => {
    for (const [first, second, other] of [
      [1, 2, "133"],
      [101, 102, "103"],
    ] as const) {
      expect((await neighbors(first)).sameOwner).to.deep.include({ drifterId: other });
      expect(requests()).to.deep.equal([call, call]);
      await neighbors(second);
      expect(requests()).to.deep.equal([call]);
    }
  });
});
