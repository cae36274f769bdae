import { expect } from "chai";
import hre from "hardhat";
import { type Address, type Hex, parseEther, recoverMessageAddress } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { prepareControl } from "#localChain/chainControls";
import type { TypedCall } from "#localChain/chainPage";
import type { ContractBuild } from "#trace/contractBuild";
import type { NodeRequest } from "#trace/nodeTrace";
import { readContractBuild } from "../../../scripts/shared/readContractBuild.ts";
import type { LocalChain } from "../../../scripts/world/chain/localChain.ts";
import { createInspector } from "../../../scripts/world/inspector/inspector.ts";
import { createInspectorRoutes } from "../../../scripts/world/inspector/inspectorRoutes.ts";
import { account } from "../../support/api/apiFixture.ts";
import { borrowChain } from "../../support/api/borrowedChain.ts";
import { minter, useMintCommand } from "../../support/commands/mintCommand.ts";
import { errorOf } from "../../support/errorOf.ts";

const owner = account(0).address as Address;
const nobody = "0x0000000000000000000000000000000000000000";
const stranger = "0x1000000000000000000000000000000000000001";

describe("local chain inspector", () => {
  const at = useMintCommand();
  let build: ContractBuild;
  before(async () => {
    build = await readContractBuild();
    // The tests' supply cap and price differ from those of the last build.
    const { contractName, bytecode } = await hre.artifacts.readArtifact(collectionConfig.contract);
    const built = build.contracts.find(({ name }) => name === contractName);
    Object.assign(built ?? {}, { creation: bytecode });
  });

  const provider = () => at.fixture.chain.ethers.provider;
  const request: NodeRequest = ({ method, params }) => provider().send(method, params);
  const inspect = (send = request) => createInspector(send, build);
  const typed = (call: Partial<TypedCall>): TypedCall => ({
    to: at.fixture.address,
    parts: ["owner()"],
    from: owner,
    value: "0",
    ...call,
  });
  const messageOf = async (work: Promise<unknown>) => (await errorOf(work)).message;

  it("decodes the latest transactions, with events and errors", async () => {
    let [codes, receipts] = [0, 0];
    const inspector = inspect((call) => {
      if (call.method === "eth_getTransactionReceipt" && receipts++ === 0) throw { code: -32_000 };
      if (call.method === "eth_getCode") codes += 1;
      return request(call);
    });
    const hash = await at.mintOnce(2n);
    await inspector.send(typed({ parts: ["toggleMint"], from: minter }));
    await request({
      method: "eth_sendTransaction",
      params: [{ from: owner, to: stranger, value: "0x1" }],
    });
    await inspector.transactions(3).catch(() => inspector.transactions(2));
    codes = 0;
    const [transfer, failed, mint] = (await inspector.transactions(3)).transactions;
    // The mint's block is read once for the call and all its events.
    expect(codes).to.equal(1);
    const common = async (hash: string | undefined) => {
      const receipt = await provider().getTransactionReceipt(hash ?? "");
      const block = await provider().getBlock(receipt?.blockNumber ?? 0);
      return { hash, block: block?.number, timestamp: block?.timestamp, gasUsed: receipt?.gasUsed };
    };
    expect(transfer).to.deep.equal({
      ...(await common(transfer?.hash)),
      ...{ from: owner, to: stranger, value: 1n, arguments: [], events: [] },
    });
    expect(failed).to.deep.equal({
      ...(await common(failed?.hash)),
      ...{
        from: minter,
        to: at.fixture.address,
        contract: collectionConfig.contract,
        function: "toggleMint",
      },
      ...{ value: 0n, arguments: [], events: [], error: `OwnableUnauthorizedAccount(${minter})` },
    });
    const values = (id: number) => [
      { name: "from", type: "address", value: nobody },
      { name: "to", type: "address", value: minter },
      { name: "tokenId", type: "uint256", value: String(id) },
    ];
    expect({ ...mint, arguments: mint?.arguments.slice(2) }).to.deep.equal({
      ...(await common(hash)),
      ...{
        from: minter,
        to: at.fixture.address,
        contract: collectionConfig.contract,
        function: collectionConfig.mintFunction,
      },
      value: parseEther("0.16"),
      arguments: [
        { name: "transactionID", type: "string", value: '"7"' },
        { name: "qty", type: "uint256", value: "2" },
      ],
      events: [1, 2].map((id) => ({ name: "Transfer", values: values(id) })),
    });
    const { transactions, hasMore } = await inspector.transactions(1_000);
    const creation = transactions.at(-1);
    expect(hasMore).to.equal(false);
    expect({
      ...creation,
      arguments: creation?.arguments.length,
      events: creation?.events.length,
    }).to.deep.equal({
      ...(await common(at.fixture.contract.deploymentTransaction()?.hash)),
      ...{
        from: owner,
        to: at.fixture.address,
        contract: collectionConfig.contract,
        function: "constructor",
      },
      ...{ value: 0n, arguments: 2, events: 1 },
    });
  });

  it("shows a transaction in its current block after a snapshot revert", async () => {
    const inspector = inspect();
    const snapshot = await request({ method: "evm_snapshot", params: [] });
    const errors: unknown[] = [];
    for (const newOwner of [minter, owner]) {
      if (newOwner === owner) await request({ method: "evm_revert", params: [snapshot] });
      await request({ method: "evm_setAutomine", params: [false] });
      try {
        await inspector.send(typed({ parts: ["transferOwnership", newOwner] }));
        for (const call of [`setApprovalForAll(${owner}, true)`, "toggleMint()"])
          await inspector.send(typed({ parts: [call], from: minter }));
        await request({ method: "evm_mine", params: [] });
      } finally {
        await request({ method: "evm_setAutomine", params: [true] });
      }
      errors.push((await inspector.transactions(1)).transactions[0]?.error);
    }
    expect(errors).to.deep.equal([undefined, `OwnableUnauthorizedAccount(${minter})`]);
  });

  it("simulates a call, and reports its return value or revert reason", async () => {
    const inspector = inspect();
    const { call } = await inspector.call(typed({}));
    expect(call.returned).to.deep.equal([{ name: "", type: "address", value: owner }]);
    const { revert } = await inspector.call(
      typed({ parts: ["adjustPhases", "Clash", "5", "2000"] }),
    );
    expect(revert?.title).to.equal(`PhaseOverlaps("Ember")`);
    const warningOn = async (phase: string) =>
      (await inspector.call(typed({ parts: ["changePhase", phase] }))).warning;
    expect([await warningOn("Embre"), await warningOn("Ash")]).to.deep.equal([
      "The contract has no phase “Embre”; the closest is “Ember”.",
      undefined,
    ]);
  });

  it("lists a fork's contracts before later contracts, oldest first, and decodes their events", async () => {
    const { ethers } = at.fixture.chain;
    const fork = { rpcUrl: "", blockNumber: await provider().getBlockNumber() };
    const [known, created, more] = [
      at.fixture.address,
      await (await ethers.deployContract("ContractWallet")).getAddress(),
      await (await ethers.deployContract("WalletFactory")).getAddress(),
    ];
    const inspector = createInspector(request, build, {
      ...{ firstBlock: fork.blockNumber + 1, known: [known as Address] },
    });
    expect((await inspector.contracts()).map(({ name, address }) => [name, address])).to.deep.equal(
      [
        [collectionConfig.contract, known],
        ["ContractWallet", created],
        ["WalletFactory", more],
      ],
    );
    const data = at.fixture.contract.interface.encodeFunctionData("setApprovalForAll", [
      owner,
      true,
    ]);
    await inspector.send(typed({ to: created, parts: ["execute", known, data] }));
    const { transactions, hasMore } = await inspector.transactions(3);
    expect(hasMore).to.equal(false);
    expect(transactions.map(({ events }) => events.map(({ name }) => name))).to.deep.equal([
      ["ApprovalForAll"],
      [],
      [],
    ]);
  });

  it("reports invalid call arguments, and sends nothing", async () => {
    const inspector = inspect();
    const before = await inspector.head();
    for (const [call, message] of [
      [{ to: "0x12" }, '"0x12" is not the address of a contract.'],
      [{ to: stranger }, `The last build has no contract with the code at ${stranger}.`],
      [{ from: "me" }, '"me" is not the address of a sender.'],
      [{ value: "much" }, '"much" is not an amount of ETH such as 0.08.'],
      [
        { parts: ["adjustPrice", "cheap"] },
        'uint256 newPrice of adjustPrice: "cheap" is invalid. Write it like this: 0.1 ether',
      ],
    ] as const) {
      expect(await messageOf(inspector.call(typed(call)))).to.equal(message);
      expect(await messageOf(inspector.send(typed(call)))).to.equal(message);
    }
    expect(await inspector.head()).to.deep.equal(before);
  });

  it("sends as a local account or any address, even a call that reverts", async () => {
    const inspector = inspect();
    const before = await inspector.head();
    const statusOf = async (hash: Hex) => (await provider().getTransactionReceipt(hash))?.status;
    const price = await inspector.send(typed({ parts: ["adjustPrice", "0.1 ether"] }));
    expect(await statusOf(price)).to.equal(1);
    expect(await at.fixture.contract[collectionConfig.priceFunction]()).to.equal(parseEther("0.1"));
    const reverted = await inspector.send(typed({ parts: ["toggleMint"], from: minter }));
    expect(await statusOf(reverted)).to.equal(0);
    await provider().send("hardhat_setBalance", [stranger, "0xde0b6b3a7640000"]);
    const approval = typed({ parts: ["setApprovalForAll", owner, "true"], from: stranger });
    expect(await statusOf(await inspector.send(approval))).to.equal(1);
    expect(await at.fixture.contract.isApprovedForAll(stranger, owner)).to.equal(true);
    const unlocked = provider().send("eth_sendTransaction", [{ from: stranger, to: owner }]);
    expect(await messageOf(unlocked)).to.contain("Unknown account");
    const poor = typed({ parts: ["toggleMint"], from: `${stranger.slice(0, -1)}2` });
    expect(await messageOf(inspector.send(poor))).to.contain("doesn't have enough funds");
    expect((await inspector.head()).number).to.equal(before.number + 3);
  });

  describe("routes", () => {
    const controls: (readonly string[])[] = [];
    let chain: LocalChain;
    beforeEach(() => {
      chain = at.fixture.chain;
    });
    const respond = createInspectorRoutes({
      chain: () => chain,
      contractAddress: async () => at.fixture.address,
      async control(parts) {
        prepareControl(parts);
        controls.push(parts);
        return "Done.";
      },
      saveMoment: async ({ path }) => `Saved ${path}.`,
      openedPage: () => undefined,
    });
    const fetchJson = async (path: string, body?: unknown) => {
      const { status, json } = await respond(new URL(path, "http://world.invalid"), body);
      return { status, ...JSON.parse(json) };
    };

    it("returns the result as JSON", async () => {
      expect(await fetchJson("/control", { parts: ["mine"] })).to.deep.equal({
        status: 200,
        result: "Done.",
      });
      expect(controls).to.deep.equal([["mine"]]);
      const page = { path: "/mint", local: {}, tab: {} };
      expect((await fetchJson("/moment", page)).result).to.equal("Saved /mint.");
      const hash = await at.mintOnce(1n);
      expect((await fetchJson(`/trace/${hash}`)).result.call.function).to.equal(
        collectionConfig.mintFunction,
      );
      expect((await fetchJson("/transactions?count=1")).result.transactions[0].hash).to.equal(hash);
      expect((await fetchJson("/accounts")).result).to.have.length(20);
      expect((await fetchJson("/contracts")).result[0].address).to.equal(at.fixture.address);
      expect((await fetchJson("/head")).result.isAutomining).to.equal(true);
      const call = typed({ parts: [`${collectionConfig.priceFunction}()`] });
      expect((await fetchJson("/call", call)).result.call.returned[0].value).to.match(/^\d+$/);
      const { result: signature } = await fetchJson("/sign", { from: stranger, message: "0x6869" });
      expect(await recoverMessageAddress({ message: "hi", signature })).to.equal(owner);
      const { result } = await fetchJson("/send", typed({ parts: ["toggleMint()"] }));
      expect(result).to.match(/^0x\w{64}$/);
      chain = await borrowChain();
      expect((await fetchJson("/head")).result.number).to.equal(0);
      await chain.close();
    });

    it("returns 400 for invalid input and 502 for a node failure", async () => {
      for (const [path, body, error] of [
        ["/call", typed({ parts: ["adjustPrice", "cheap"] }), /"cheap" is invalid/],
        ["/send", typed({ to: "0x12" }), /^"0x12" is not/],
        ["/send", { parts: [] }, /too_small/],
        ["/control", { parts: ["tiem"] }, /./],
        ["/transactions?count=0", undefined, /^count takes 1 to 1000, not "0"\.$/],
        ["/trace/0x12", undefined, /^Nothing is at \/trace\/0x12\.$/],
      ] as const) {
        const { status, error: message } = await fetchJson(path, body);
        expect([path, status, message.match(error)?.length]).to.deep.equal([path, 400, 1]);
      }
      const ethers = { provider: { send: () => Promise.reject(new Error("It is gone.")) } };
      // Safety: only this is read.
      chain = { ...chain, ethers: ethers as never };
      expect(await fetchJson("/head")).to.deep.equal({ status: 502, error: "It is gone." });
    });
  });
});
