import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { encodeFunctionData, numberToHex, toFunctionSelector } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { mintAllowancePath } from "#protocol/paths";
import { saleViews } from "#protocol/sale/saleFacts";
import type { Settings } from "../../../api/src/env.ts";
import {
  type Api,
  account,
  recordOf,
  refusalOf,
  signedSave,
  temporaryFolder,
} from "../apiFixture.ts";
import { type Fault, type RpcCall, useFaultyRpc } from "../faultyRpc.ts";
import { apply, issue, startMintApi, use, useMintFixture } from "../mintFixture.ts";

const [seller, buyer] = [account(2), account(3)];
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Names of calls, by a selector in their data. */
const calls = {
  owner: toFunctionSelector("ownerOf(uint256)"),
  sale: encodeFunctionData({ abi: fringeDriftersAbi, functionName: saleViews.signer }),
  "used IDs": toFunctionSelector("usedTransactions(string)"),
};

/** Name of a request: its method, or what an `eth_call` reads. */
function nameOf({ method, params: [first] }: RpcCall): string {
  if (method === "eth_getBlockByNumber") return first === "latest" ? "newest block" : method;
  const { data = "" }: { data?: string } = Object(first);
  const found = Object.entries(calls).find(([, selector]) => data.includes(selector.slice(2)));
  return found?.[0] ?? method;
}

describe("the service's requests to a chain with a block every four minutes", () => {
  const fixture = useMintFixture();
  const rpc = useFaultyRpc(fixture);
  let webDir: string;
  let drifterId = "0";
  /** Numbers of requests. */
  let counts: Record<string, number>;
  before("make the page", async () => {
    webDir = await temporaryFolder();
    const html =
      "<!doctype html><head><!--page-head--><!--/page-head--><!--runtime-config--></head>";
    await writeFile(join(webDir, "index.html"), html);
  });
  beforeEach("give a drifter and count", async () => {
    await fixture.contract.gift("Ember", [seller.address]);
    drifterId = String(await fixture.contract.totalSupply());
    counts = {};
    rpc.behave(count);
  });

  const count: Fault = (call) => {
    const name = nameOf(call);
    counts[name] = (counts[name] ?? 0) + 1;
    return false;
  };
  const start = (overrides: Partial<Settings> = {}) =>
    startMintApi(fixture, {
      rpcUrls: [rpc.url],
      blockMilliseconds: 240_000,
      mintedLifeMilliseconds: 1_000,
      saveLimits: { running: 100, waiting: 0, waitMilliseconds: 60_000 },
      webDir,
      ...overrides,
    });
  const save = async (api: Api, signer: typeof seller, text: string) =>
    api.save(await signedSave(signer, drifterId, text));
  const mineBlock = () => fixture.contract.gift("Ember", [seller.address]);
  const answersOf = async (responses: readonly Response[]) =>
    new Set(await Promise.all(responses.map(refusalOf)));

  it("read the block and a drifter's owner once for 100 saves at the same time", async () => {
    await using api = await start();
    const texts = upTo(100).map((number) => `Text ${number}.`);
    const requests = await Promise.all(texts.map((text) => signedSave(seller, drifterId, text)));
    const responses = await Promise.all(requests.map((request) => api.save(request)));
    expect(await answersOf(responses)).to.deep.equal(new Set(["200"]));
    expect(counts).to.include({ eth_chainId: 1, "newest block": 1, owner: 1 });
  });

  it("accept a new owner's story in the block of the transfer, and then no other's", async () => {
    await using api = await start();
    const before = await recordOf(await save(api, seller, "Mine."));
    const token = fixture.contract.connect(await fixture.chain.ethers.getSigner(seller.address));
    await token.transferFrom(seller.address, buyer.address, drifterId);
    const after = await recordOf(await save(api, buyer, "Bought."));
    expect(after.author).to.equal(buyer.address);
    expect(after.blockNumber).to.equal(before.blockNumber + 1);
    expect(await refusalOf(await save(api, seller, "Still mine."))).to.equal("403 owner.mismatch");
  });

  it("read the block and the sale once, and IDs at most three times, for 100 authorisations in a block", async () => {
    await using api = await start();
    await issue(api, buyer.address, 1);
    await api.get("/api/drifters");
    await mineBlock();
    counts = {};
    // An ID that was open in the last block makes the service read the new one.
    await issue(api, buyer.address, 1);
    const wallets = upTo(100).map((number) => numberToHex(0xabc_0000 + number, { size: 20 }));
    const responses = await Promise.all(wallets.map((wallet) => apply(api, wallet, 1)));
    expect(await answersOf(responses)).to.deep.equal(new Set(["200"]));
    const { "used IDs": ranges, ...others } = counts;
    expect(others).to.deep.equal({ eth_chainId: 1, "newest block": 1, sale: 1 });
    // Which numbers are read ahead depends on how many requests read the sequence at the same time.
    expect(ranges).to.be.within(2, 3);
  });

  it("read the block again for a wallet that has just used its ID, and then nothing in that block", async () => {
    await using api = await start({ mintConfirmations: 12 });
    const first = await issue(api, buyer.address, 2);
    await use(fixture, await issue(api, buyer.address, 1));
    const ask = async () => (await api.get(mintAllowancePath(buyer.address))).json();
    const allowance = await ask();
    expect(allowance).to.deep.include({ confirming: { blocks: 1, of: 12, leftAfter: 4 } });
    await api.get("/api/drifters");
    counts = {};
    expect(await ask()).to.deep.equal(allowance);
    expect(counts).to.deep.equal({});
    const second = await issue(api, buyer.address, 1);
    expect(second.transactionID).not.to.equal(first.transactionID);
  });

  it("are none for 1,000 reads of a page", async () => {
    await using api = await start();
    const path = `/drifter/${drifterId}`;
    await api.get(path);
    counts = {};
    for (const _ of upTo(10)) {
      const responses = await Promise.all(upTo(100).map(() => fetch(api.url + path)));
      expect(await answersOf(responses)).to.deep.equal(new Set(["200"]));
    }
    expect(counts).to.deep.equal({});
  });
});
