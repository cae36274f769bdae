import { expect } from "chai";
import { pino } from "pino";
import { parseEther } from "viem";
import type { SaleHistoryReport } from "#protocol/wire/responses";
import { type Api, account, problemCodeOf } from "../../support/api/apiFixture.ts";
import { revertAfterEach } from "../../support/api/borrowedChain.ts";
import { faults, type RpcCall, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { apply, issue, startMintApi, use, useMintFixture } from "../../support/api/mintFixture.ts";

const [ada, ben] = [account(2).address, account(3).address];
const reorgDepth = 64;

describe("GET /api/mint/history", () => {
  const fixture = useMintFixture();
  const node = useFaultyRpc(fixture);
  revertAfterEach(fixture);
  let api: Api;
  beforeEach(async () => {
    const settings = { briefLifeMilliseconds: 0, mintedLifeMilliseconds: 3_600_000 };
    api = await startMintApi(fixture, { rpcUrls: [node.url], ...settings });
    // Waits for the read at startup: a request that shares it would see an earlier block.
    await api.get("/api/tokens");
  });
  afterEach(() => api.close());

  const get = () => api.get("/api/mint/history");
  // Safety: each response is compared with the service's description.
  const read = async () => (await (await get()).json()) as SaleHistoryReport;
  const mint = async (wallet: string, qty: number) => use(fixture, await issue(api, wallet, qty));
  const gift = (...receivers: string[]) => fixture.contract.gift("Ash", receivers);
  const mine = (blocks: number) =>
    fixture.chain.ethers.provider.send("hardhat_mine", [`0x${blocks.toString(16)}`]);
  const newest = () => fixture.chain.ethers.provider.getBlockNumber();
  const timeNow = async () => {
    const { timestamp = 0 } = (await fixture.chain.ethers.provider.getBlock("latest")) ?? {};
    return new Date(timestamp * 1_000).toISOString().replace(".000", "");
  };
  /**
   * Records the block ranges of accepted event requests. Rejects longer ones, cannot be reached for blocks before
   * `oldest`, and omits the events of ranges that end with `empty`.
   */
  function recordRanges({
    maxBlocks = Number.POSITIVE_INFINITY,
    oldest = 0,
    empty = -1,
    reject = faults.fails({ code: -32_005, message: "query exceeds max block range" }),
  } = {}) {
    const ranges: (readonly [from: number, to: number])[] = [];
    const drop = faults.dropsTheConnection();
    const omit = faults.answers([]);
    node.behave((call, response) => {
      if (call.method !== "eth_getLogs") return false;
      const [from, to] = rangeOf(call);
      if (to - from >= maxBlocks) return reject(call, response);
      if (from < oldest) return drop(call, response);
      if (to === empty) return omit(call, response);
      ranges.push([from, to]);
      return false;
    });
    return ranges;
  }

  it("reports tokens over time and wallets by phase, and income without gifts, refunds and withdrawals", async () => {
    const times: string[] = [];
    const note = async () => times.push(await timeNow());
    await mint(ada, 2);
    await note();
    await fixture.contract.withdrawFunds();
    await fixture.contract.adjustPrice(parseEther("0.5"));
    await mint(ben, 1);
    await note();
    await mint(ada, 1);
    await note();
    await gift(ben, ben);
    await note();
    const signer = await fixture.chain.ethers.getSigner(ada);
    await fixture.contract.connect(signer).transferFrom(ada, account(5).address, 1);
    const points = (...counts: number[]) =>
      counts.map((minted, at) => ({ time: times[at], minted }));
    const { blockNumber, requests: _, ...report } = await read();
    expect(report).to.deep.equal({
      income: String(parseEther("1.16")),
      wallets: 2,
      phases: [
        { name: "Ember", minted: 4, wallets: 2, points: points(2, 3, 4) },
        { name: "Ash", minted: 2, wallets: 1, points: [{ time: times[3], minted: 2 }] },
      ],
    });
    expect(blockNumber).to.equal(await newest());
  });

  it("reports no phases before the first mint", async () => {
    expect(await read()).to.deep.include({ income: "0", wallets: 0, phases: [] });
  });

  it("counts issued authorizations, and rejected requests by rule", async () => {
    await issue(api, ada, 1);
    for (const qty of [6, 7, 0]) await apply(api, ben, qty);
    const { requests } = await read();
    expect(requests).to.deep.include({
      issued: 1,
      rejected: { "mint.quantity_too_large": 2, "mint.invalid_quantity": 1 },
    });
    await api.close();
    api = await startMintApi(fixture, { mint: undefined });
    expect(await read()).not.to.have.property("requests");
  });

  it("searches back only to the first mint, then reads new blocks and those that a reorg may replace", async () => {
    await mine(40);
    await gift(ada);
    const mintedAt = await newest();
    await mine(100);
    const ranges = recordRanges({ maxBlocks: 30 });
    await read();
    expect(Math.max(...ranges.map(([, to]) => to))).to.equal(mintedAt + 100);
    expect(Math.min(...ranges.map(([from]) => from))).to.be.within(mintedAt - 30, mintedAt);
    await gift(ben);
    const later = recordRanges();
    expect((await read()).phases[0]?.minted).to.equal(2);
    const unsettled = [mintedAt + 100 - reorgDepth + 1, mintedAt + 101];
    expect(new Set(later.map(String))).to.deep.equal(new Set([String(unsettled)]));
  });

  it("continues the first search after a failure", async () => {
    await gift(ada);
    await mine(100);
    const settled = (await newest()) - reorgDepth;
    recordRanges({ maxBlocks: 30, oldest: settled - 16 });
    expect(await problemCodeOf(await get())).to.equal("503 chain.unavailable");
    const ranges = recordRanges({ maxBlocks: 30 });
    expect((await read()).wallets).to.equal(1);
    expect(ranges.filter(([from, to]) => from <= settled && to >= settled)).to.deep.equal([]);
  });

  for (const depth of [1, reorgDepth + 1]) {
    it(`reports the mints that remain after a reorg ${depth} blocks deep`, async () => {
      await mine(reorgDepth + 10);
      await gift(ada);
      const { provider } = fixture.chain.ethers;
      const snapshot = await provider.send("evm_snapshot", []);
      await gift(ada);
      await mine(depth);
      expect((await read()).wallets).to.equal(1);
      await provider.send("evm_revert", [snapshot]);
      await provider.send("evm_increaseTime", [1_000]);
      await gift(ben);
      const time = await timeNow();
      await mine(depth);
      const { wallets, phases } = await read();
      expect(wallets).to.equal(2);
      expect(phases[0]?.points.at(-1)).to.deep.equal({ time, minted: 2 });
    });
  }

  it("returns at most 66 points of a phase, including the first and the last mint", async () => {
    for (let mints = 0; mints < 130; mints += 1) await gift(ada, ben);
    const [phase] = (await read()).phases;
    expect(phase?.points.length).to.be.within(30, 66);
    expect(phase?.points.at(0)?.minted).to.equal(2);
    expect(phase?.points.at(-1)?.minted).to.equal(260);
  });

  it("rejects events that do not match the number of minted tokens", async () => {
    await gift(ada);
    node.behave(faults.answers([], "eth_getLogs"));
    expect(await problemCodeOf(await get())).to.equal("503 chain.unavailable");
    node.behave();
    expect((await read()).wallets).to.equal(1);
  });

  it("reads the newest blocks again after the node omitted their events, and no earlier ones", async () => {
    await gift(ada);
    await mine(100);
    await read();
    await gift(ben);
    const mintedAt = await newest();
    const ranges = recordRanges({ empty: mintedAt });
    expect((await read()).wallets).to.equal(1);
    await mine(100);
    expect((await read()).wallets).to.equal(2);
    expect(Math.min(...ranges.map(([from]) => from))).to.equal(mintedAt - reorgDepth);
  });

  it("ends the first search at the first mints if the node omits the newest events", async () => {
    await mine(100);
    await gift(ada);
    const first = await newest();
    await mine(100);
    await gift(ben);
    const ranges = recordRanges({ maxBlocks: 30, empty: await newest() });
    expect(await problemCodeOf(await get())).to.equal("503 chain.unavailable");
    expect(Math.min(...ranges.map(([from]) => from))).to.be.within(first - 30, first);
  });

  it("does not soon repeat a search of the whole chain that found too few events", async () => {
    await gift(ada);
    await api.close();
    const pause = { saleHistoryPauseMilliseconds: 3_600_000 };
    api = await startMintApi(fixture, { rpcUrls: [node.url], ...pause });
    node.behave(faults.answers([], "eth_getLogs"));
    await get();
    expect(node.requests).to.include("eth_getLogs");
    node.behave();
    expect(await problemCodeOf(await get())).to.equal("503 chain.unavailable");
    expect(node.requests).not.to.include("eth_getLogs");
  });

  it("requests fewer blocks after a response that took too long", async () => {
    await gift(ada);
    await mine(100);
    await api.close();
    api = await startMintApi(fixture, { rpcUrls: [node.url], chainTimeoutMilliseconds: 300 });
    recordRanges({ maxBlocks: (await newest()) - 10, reject: faults.hangs() });
    expect(await problemCodeOf(await get())).to.equal("503 chain.unavailable");
    expect((await read()).wallets).to.equal(1);
  });

  it("logs why the events cannot be read, and when they can be again", async () => {
    await gift(ada);
    await api.close();
    const lines: { msg: string; reason?: string }[] = [];
    const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
    api = await startMintApi(fixture, { rpcUrls: [node.url] }, logger);
    node.behave(faults.fails({ code: -32_601, message: "eth_getLogs is disabled" }, "eth_getLogs"));
    for (let time = 0; time < 2; time += 1) await get();
    node.behave();
    await read();
    const logged = lines.filter(({ msg }) => msg.startsWith("the sale history"));
    expect(logged.map(({ msg }) => msg)).to.deep.equal([
      "the sale history cannot be read",
      "the sale history can be read again",
    ]);
    expect(logged[0]?.reason).to.match(/^This node does not serve .* eth_getLogs is disabled/s);
  });

  it("returns the last report while the node is down", async () => {
    await gift(ada);
    const before = await read();
    node.behave(faults.dropsTheConnection());
    expect(await read()).to.deep.equal(before);
  });
});

function rangeOf({ params }: RpcCall): readonly [from: number, to: number] {
  // Safety: eth_getLogs takes a filter.
  const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
  return [Number(fromBlock), Number(toBlock)];
}
