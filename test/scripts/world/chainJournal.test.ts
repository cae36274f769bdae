import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { Wallet } from "ethers";
import { localAccount } from "../../../scripts/world/chain/localAccounts.ts";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { ReplayError, replayChain } from "../../../scripts/world/chain/replayChain.ts";
import type { ChainEntry } from "../../../scripts/world/chain/savedChain.ts";
import { account } from "../../support/api/apiFixture.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("chain journal", () => {
  let chain: LocalChain;
  let copy: LocalChain;
  beforeEach(async () => {
    [chain, copy] = [await startLocalChain(), await startLocalChain()];
  });
  afterEach(async () => {
    await chain?.close();
    await copy?.close();
  });

  const stranger = "0x1000000000000000000000000000000000000001";
  const request = (method: string, ...params: unknown[]) =>
    chain.ethers.provider.send(method, params);
  const send = (index: number, to = stranger) =>
    request("eth_sendTransaction", { from: account(index).address, to, value: "0x5" });
  const replay = (entries = chain.journal.entries) =>
    replayChain(copy.journal.request.bind(copy.journal), entries);

  /** Reads all blocks, with the strangers' state. */
  async function describeChain({ ethers: { provider } }: LocalChain) {
    const height = await provider.getBlockNumber();
    const numbers = Array.from({ length: height + 1 }, (_, number) => number);
    const blocks = await Promise.all(
      numbers.map((number) =>
        provider.send("eth_getBlockByNumber", [`0x${number.toString(16)}`, true]),
      ),
    );
    return {
      blocks,
      balances: await Promise.all(
        [stranger, account(0).address].map((each) => provider.getBalance(each)),
      ),
      code: await provider.getCode(stranger),
      storage: await provider.getStorage(stranger, 1),
      automines: await provider.send("hardhat_getAutomine", []),
    };
  }

  it("repeats transactions, time and every block field with identical hashes", async () => {
    await send(0);
    await request("evm_increaseTime", 86_400);
    await request("hardhat_setCoinbase", stranger);
    await request("evm_setBlockGasLimit", "0x1000000");
    await request("hardhat_setNextBlockBaseFeePerGas", "0x77359400");
    await send(1);
    await request("evm_setAutomine", false);
    for (const index of [2, 3, 2]) await send(index);
    await request("hardhat_mine", "0x64", "0x7");
    await send(4);
    await request("evm_mine");
    expect(await replay()).to.deep.equal({ firstDifferent: undefined, failed: [] });
    expect(await describeChain(copy)).to.deep.equal(await describeChain(chain));
    expect((await describeChain(copy)).automines).to.equal(false);
  });

  it("repeats a reverted transaction, a delegation and an impersonated sender", async () => {
    const signer = localAccount(5).connect(chain.ethers.provider);
    await request("hardhat_setCode", stranger, "0x60006000fd");
    await send(0).catch(() => undefined);
    const delegate = Wallet.createRandom();
    const authorization = await delegate.authorize({
      address: stranger,
      nonce: 0,
      chainId: 31_337,
    });
    await signer.sendTransaction({
      type: 4,
      to: signer.address,
      authorizationList: [authorization],
    });
    expect(await chain.ethers.provider.getCode(delegate.address)).to.contain(stranger.slice(2));
    const keyless = "0x2000000000000000000000000000000000000002";
    await request("hardhat_setBalance", keyless, "0xde0b6b3a7640000");
    await request("hardhat_impersonateAccount", keyless);
    await request("eth_sendTransaction", { from: keyless, to: account(1).address });
    await replay();
    expect(await describeChain(copy)).to.deep.equal(await describeChain(chain));
    // The impersonation continues.
    await copy.ethers.provider.send("eth_sendTransaction", [{ from: keyless, to: keyless }]);
  });

  it("repeats balances, code and storage that were set by hand between two blocks", async () => {
    await send(0);
    await request("hardhat_setBalance", stranger, "0x1234");
    await send(0);
    await request("hardhat_setNonce", account(7).address, "0x9");
    await request("hardhat_setCode", stranger, "0x00");
    await request("hardhat_setStorageAt", stranger, "0x1", `0x${"7".repeat(64)}`);
    await replay();
    const described = await describeChain(copy);
    expect(described.balances[0]).to.equal(0x1239n);
    expect(described).to.deep.equal(await describeChain(chain));
    expect(await copy.ethers.provider.getTransactionCount(account(7).address)).to.equal(9);
  });

  it("records a million blocks as one entry, and drops what a revert undoes", async () => {
    await send(0);
    const snapshot = await request("evm_snapshot");
    await request("hardhat_mine", "0xf4240");
    await send(1);
    expect(chain.journal.entries).to.have.length(3);
    await replay();
    const latest = async ({ ethers }: LocalChain) =>
      (await ethers.provider.getBlock("latest"))?.hash;
    expect(await latest(copy)).to.equal(await latest(chain));
    await request("evm_revert", snapshot);
    expect(chain.journal.entries).to.have.length(1);
    await send(2);
    expect(chain.journal.entries).to.have.length(2);
  });

  it("writes each block before the response to its request", async () => {
    const file = join(await temporaryFolder(), "chain.jsonl");
    const lines = async () =>
      (await readFile(file, "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    await send(0);
    chain.journal.persist(file, { version: 1 });
    expect(await lines()).to.deep.equal([{ version: 1 }, ...chain.journal.entries]);
    const snapshot = await request("evm_snapshot");
    await send(1);
    expect(await lines()).to.deep.equal([{ version: 1 }, ...chain.journal.entries]);
    await request("evm_revert", snapshot);
    expect((await lines()).at(-1)).to.deep.equal({ keep: 1 });
  });

  it("names the first block that differs and the transaction that the node rejects", async () => {
    await send(0);
    await send(0);
    const entries: ChainEntry[] = structuredClone([...chain.journal.entries]);
    for (const entry of entries.slice(1)) Object.assign(entry, { timestamp: "0x70000000" });
    expect((await replay(entries)).firstDifferent).to.equal(2);
    const { message } = await replay(entries).catch((error) => error);
    expect(message).to.match(/^The node rejects transaction 0x[0-9a-f]{64}: .*nonce/i);
  });

  it("rejects a block that is dated before the previous one, and names it", async () => {
    await send(0);
    await send(1);
    const entries: ChainEntry[] = structuredClone([...chain.journal.entries]);
    Object.assign(entries.at(-1) ?? {}, { timestamp: "0x5" });
    const error = await replay(entries).catch((error) => error);
    expect(error).to.be.instanceOf(ReplayError);
    expect(error.message).to.equal("Block 2 is dated before the previous block.");
  });
});
