import { expect } from "chai";
import { getAddress } from "viem";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { replayChain } from "../../../scripts/world/chain/replayChain.ts";
import { account } from "../../support/api/apiFixture.ts";
import { errorOf } from "../../support/errorOf.ts";

describe("reorg", () => {
  let chain: LocalChain;
  beforeEach(async () => {
    chain = await startLocalChain();
  });
  afterEach(() => chain?.close());

  const request = (method: string, ...params: unknown[]) =>
    chain.ethers.provider.send(method, params);
  const keyless = "0x2000000000000000000000000000000000000002";
  const send = (from: string) =>
    request("eth_sendTransaction", { from, to: account(9).address, value: "0x5", gas: "0x5208" });

  async function readBlocks() {
    const height = await chain.ethers.provider.getBlockNumber();
    const numbers = Array.from({ length: height }, (_, index) => index + 1);
    return Promise.all(
      numbers.map((number) => request("eth_getBlockByNumber", `0x${number.toString(16)}`, true)),
    );
  }

  const senders = (blocks: { transactions: { from: `0x${string}`; nonce: string }[] }[]) =>
    blocks.map(({ transactions }) =>
      // Within a block, fees decide the order.
      transactions.map(({ from, nonce }) => `${getAddress(from)} ${Number(nonce)}`).sort(),
    );
  const [a, b] = [account(0).address, account(1).address];

  /** Mines four blocks: A, B, then A and an impersonated account, then none. */
  async function fill() {
    await request("hardhat_setBalance", keyless, "0xde0b6b3a7640000");
    await send(a);
    await send(b);
    await request("hardhat_impersonateAccount", keyless);
    await request("evm_setAutomine", false);
    for (const from of [a, keyless]) await send(from);
    await request("evm_mine");
    await request("evm_setAutomine", true);
    await request("evm_mine");
    return readBlocks();
  }

  it("mines the transactions in reverse order, each sender's by nonce, on a longer branch", async () => {
    const before = await fill();
    expect(senders(before)).to.deep.equal([[`${a} 0`], [`${b} 0`], [`${keyless} 0`, `${a} 1`], []]);
    const { number, timestamp } = (await chain.ethers.provider.getBlock("latest")) ?? {};
    const text = await chain.control(["reorg", "4"]);
    expect(text).to.match(
      /^Blocks 1 to 4 were replaced\. 4 transactions ran in reverse order\. The latest block is 5,/,
    );
    const after = await readBlocks();
    expect(senders(after)).to.deep.equal([
      [],
      [`${keyless} 0`, `${a} 0`],
      [`${b} 0`],
      [`${a} 1`],
      [],
    ]);
    expect(after.slice(0, 4).map((block) => block.timestamp)).to.deep.equal(
      before.map((block) => block.timestamp),
    );
    for (const [index, block] of before.entries())
      expect(after[index].hash).not.to.equal(block.hash);
    expect(Number(after.at(-1).timestamp)).to.equal((timestamp ?? 0) + 1);
    expect(number).to.equal(4);
    await send(keyless);
  });

  for (const [way, expected, pending] of [
    ["drop", [], 0],
    ["pend", [], 2],
    ["replace", [`${keyless} 0`, `${a} 1`], 0],
  ] as const) {
    it(`ends with the branch of ${way}`, async () => {
      const before = await fill();
      await request("hardhat_setBalance", account(5).address, "0x77");
      await chain.control(["reorg", "2", way]);
      const after = await readBlocks();
      expect(after.slice(0, 2)).to.deep.equal(before.slice(0, 2));
      expect(senders(after).slice(2)).to.deep.equal([expected, [], []]);
      expect(Number(await request("eth_getBlockTransactionCountByNumber", "pending"))).to.equal(
        pending,
      );
      expect(await chain.ethers.provider.getBalance(account(5).address)).to.equal(0x77n);
      const received = await chain.ethers.provider.getBalance(account(9).address);
      expect(received).to.equal(10n ** 22n + 10n);
      await request("evm_mine");
      const ended = await chain.ethers.provider.getBalance(account(9).address);
      expect(ended - received).to.equal(way === "pend" ? 10n : 0n);
    });
  }

  it("continues without a transaction whose sender has no funds on the new branch", async () => {
    await request("eth_sendTransaction", { from: a, to: keyless, value: "0xde0b6b3a7640000" });
    await request("hardhat_impersonateAccount", keyless);
    await send(keyless);
    expect(await chain.control(["reorg", "2"])).to.contain(
      "2 transactions ran in reverse order. 1 of them failed. The latest block is 3,",
    );
    expect(senders(await readBlocks())).to.deep.equal([[], [`${a} 0`], []]);
    expect(await request("hardhat_getAutomine")).to.equal(true);
  });

  it("leaves a journal that repeats the new branch", async () => {
    await fill();
    await chain.control(["reorg", "3", "replace"]);
    const copy = await startLocalChain();
    try {
      await replayChain(copy.journal.request.bind(copy.journal), chain.journal.entries);
      const latest = async ({ ethers }: LocalChain) =>
        (await ethers.provider.getBlock("latest"))?.hash;
      expect(await latest(copy)).to.equal(await latest(chain));
    } finally {
      await copy.close();
    }
  });

  it("preserves snapshots of earlier blocks", async () => {
    await send(a);
    await chain.control(["snapshot"]);
    await send(b);
    await chain.control(["reorg", "1"]);
    expect(await chain.control(["revert"])).to.match(
      /^The chain was reverted to snapshot 1\. The latest block is 1,/,
    );
    expect(chain.journal.entries).to.have.length(1);
  });

  it("replaces blocks that were mined at once only together", async () => {
    await fill();
    await request("hardhat_mine", "0x64");
    const before = await readBlocks();
    expect((await errorOf(chain.control(["reorg", "99"]))).message).to.equal(
      "100 blocks were mined at once, and can only be replaced together: reorg 100.",
    );
    expect((await errorOf(chain.control(["reorg", "105"]))).message).to.equal(
      "Only 104 blocks can be replaced. Choose a lower number.",
    );
    expect(await readBlocks()).to.deep.equal(before);
    await chain.control(["reorg", "100"]);
    const after = await readBlocks();
    expect(after).to.have.length(105);
    // Empty blocks with the same times.
    expect(after[103].hash).not.to.equal(before[103].hash);
  });
});
