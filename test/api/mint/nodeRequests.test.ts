import { expect } from "chai";
import { numberToHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type Api, account, problemCodeOf } from "../../support/api/apiFixture.ts";
import { useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { issue, startMintApi, useMintFixture } from "../../support/api/mintFixture.ts";

const hour = 3_600_000;
/** Wallets that have requested nothing yet. */
const wallets = Array.from({ length: 20 }, (_, index) =>
  privateKeyToAddress(numberToHex(index + 1, { size: 32 })),
);

describe("node request counts", () => {
  const fixture = useMintFixture();
  const node = useFaultyRpc(fixture);
  let api: Api;
  const start = async (blockLifeMilliseconds: number) => {
    const limits = { blockLifeMilliseconds, mintedLifeMilliseconds: hour };
    api = await startMintApi(fixture, { rpcUrls: [node.url], ...limits });
    await issue(api, account(2).address, 1);
    await api.get("/api/tokens");
    node.behave();
  };
  afterEach(() => api.close());
  const allowance = async (wallet: string) =>
    expect(await problemCodeOf(await api.get(`/api/mint/allowance/${wallet}`))).to.equal("200");
  /** Since the last call; without those of a new connection. */
  const requests = () => {
    const methods = node.requests.filter((method) => method !== "eth_chainId");
    node.behave();
    return methods;
  };

  it("sends at most 1.2 requests per authorization of a new wallet within one block", async () => {
    await start(hour);
    for (const wallet of wallets) await issue(api, wallet, 1);
    const methods = requests();
    expect(new Set(methods)).to.deep.equal(new Set(["eth_call"]));
    expect(methods.length).to.be.within(wallets.length, 1.2 * wallets.length);
  });

  it("sends at most one request per allowance within one block", async () => {
    await start(hour);
    for (const wallet of wallets) await allowance(wallet);
    expect(requests()).to.deep.equal([]);
    for (let time = 0; time < 3; time += 1) await allowance(account(2).address);
    expect(requests()).to.deep.equal(["eth_call", "eth_call", "eth_call"]);
  });

  it("reads the sale once per block", async () => {
    await start(0);
    const block = "eth_getBlockByNumber";
    await allowance(wallets[0] ?? "");
    expect(requests()).to.deep.equal([block]);
    await fixture.contract.adjustMaxBatch(3);
    for (const wallet of wallets.slice(0, 2)) await allowance(wallet);
    expect(requests()).to.deep.equal([block, "eth_call", block]);
    await fixture.contract.changePhase("Ash");
    await allowance(wallets[0] ?? "");
    expect(requests()).to.deep.equal([block, "eth_call", "eth_call"]);
  });
});
