import { expect } from "chai";
import {
  type Address,
  BaseError,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  HttpRequestError,
  numberToHex,
  pad,
  RpcRequestError,
  zeroAddress,
} from "viem";
import { createChain, createReceiptChain } from "../../api/src/chain.ts";
import { ChainNode, NoCollectionError } from "../../api/src/chainNode.ts";
import type { ApiError } from "../../api/src/problem.ts";
import { isRefused } from "../../api/src/rpc/rpcErrors.ts";
import type { RpcCall } from "./faultyRpc.ts";
import { NodeError, stubbedChain, useRpcStub } from "./rpcStub.ts";

const collection = stubbedChain.contractAddress;
const yes = numberToHex(1n, { size: 32 });
const phaseName = encodeAbiParameters([{ type: "string" }], ["Ember"]);
const minter = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

/** Data and target of an `eth_call`. */
function callOf({ params }: Pick<RpcCall, "params">): { to: Address; data: Hex } {
  // Safety: the first parameter of `eth_call`.
  return params[0] as { to: Address; data: Hex };
}

describe("ChainNode", () => {
  const rpc = useRpcStub();
  const node = () => new ChainNode(stubbedChain);

  describe("identifying the collection", () => {
    const isIdentity = (to: string) => BigInt(to) === 4n;
    const answering = (isErc721: Hex, phase: Hex, code = "0x60") => {
      rpc.node = (call) => {
        if (call.method === "eth_getCode") return code;
        const { to, data } = callOf(call);
        if (isIdentity(to)) return data;
        return data.startsWith("0x01ffc9a7") ? isErc721 : phase;
      };
    };
    const failureOf = (one: ChainNode) => one.identify().catch((error) => error);

    it("returns the newest block, and checks the contract once", async () => {
      answering(yes, phaseName);
      const one = node();
      expect(await one.identify()).to.include({ number: 100n });
      expect(await one.identify()).to.include({ number: 100n });
      expect(rpc.requests.filter((method) => method === "eth_getCode")).to.have.length(1);
      expect(rpc.requests.filter((method) => method === "eth_call")).to.have.length(2);
    });

    it("checks only the code again after forget()", async () => {
      answering(yes, phaseName);
      const one = node();
      await one.identify();
      one.forget();
      rpc.requests.length = 0;
      await one.identify();
      expect(rpc.requests.slice(2)).to.deep.equal(["eth_getCode"]);
      answering(yes, "0x", "0x61");
      one.forget();
      expect(await failureOf(one)).to.be.instanceOf(NoCollectionError);
    });

    it("reports a missing contract without a call", async () => {
      answering(yes, phaseName, "0x");
      const error = await failureOf(node());
      expect(error).to.be.instanceOf(NoCollectionError);
      expect(error.message).to.match(/^Chain 31337 has no contract at 0x5FbDB/);
      expect(rpc.requests).not.to.include("eth_call");
    });

    it("reports that another contract is not a collection", async () => {
      answering(numberToHex(0n, { size: 32 }), phaseName);
      const error = await failureOf(node());
      expect(error).to.be.instanceOf(NoCollectionError);
      expect(error.message).to.match(/^The contract at 0x5FbDB.* /);
    });
  });

  it("returns the result of a view, and throws its revert", async () => {
    rpc.node = () => yes;
    expect(await node().view("0x1234", 5n)).to.equal(yes);
    rpc.node = () => {
      throw new NodeError(3, "execution reverted");
    };
    const error = await node()
      .view("0x1234", 5n)
      .catch((error) => error);
    expect(error).to.have.property("message", "The contract reverted with 0x.");
  });

  it("reports whether an address has code", async () => {
    rpc.node = ({ params: [address] }) => (address === minter ? "0x60" : "0x");
    expect(await node().hasCode(minter, 5n)).to.equal(true);
    expect(await node().hasCode(zeroAddress, 5n)).to.equal(false);
  });

  it("reads the hash of block 0", async () => {
    const hash = pad("0x1");
    rpc.node = ({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "0x0" ? { hash, transactions: [] } : null;
    expect(await node().readGenesisHash()).to.equal(hash);
  });

  describe("reading mints", () => {
    interface Filter {
      address: string;
      fromBlock: Hex;
      toBlock: Hex;
      topics: unknown[];
    }
    const [transferTopic] = encodeEventTopics({
      abi: [
        {
          type: "event",
          name: "Transfer",
          inputs: [
            { name: "from", type: "address", indexed: true },
            { name: "to", type: "address", indexed: true },
            { name: "tokenId", type: "uint256", indexed: true },
          ],
        },
      ],
    });
    let filters: Filter[];
    beforeEach(() => {
      filters = [];
    });
    /** A node that serves at most this many blocks per request, each with one mint. */
    const serving = (mostBlocks: number, refusal: () => unknown) => {
      rpc.node = ({ params }) => {
        // Safety: getLogs has one filter.
        const filter = params[0] as Filter;
        filters.push(filter);
        const [from, until] = [Number(filter.fromBlock), Number(filter.toBlock)];
        if (until - from >= mostBlocks) throw refusal();
        return Array.from({ length: until - from + 1 }, (_, index) => ({
          address: collection,
          topics: [transferTopic, pad("0x0"), pad(minter), pad(numberToHex(from + index))],
          data: "0x",
          blockNumber: numberToHex(from + index),
          transactionHash: pad(numberToHex(from + index)),
          logIndex: "0x0",
          transactionIndex: "0x0",
          blockHash: pad("0x1"),
          removed: false,
        }));
      };
    };
    const tooMany = () => new NodeError(-32_005, "range");
    const blocksFrom = async (from: bigint, until: bigint, to?: Address) =>
      (await node().mintLogs({ from, until, ...(to && { to }) })).map((log) => log.blockNumber);

    it("requests the collection's mints to one wallet, or to all", async () => {
      serving(10, tooMany);
      expect(await node().mintLogs({ to: minter, from: 7n, until: 7n })).to.deep.equal([
        { to: minter, tokenId: 7n, blockNumber: 7n, transactionHash: pad("0x7") },
      ]);
      await blocksFrom(7n, 8n);
      const received = { address: collection, fromBlock: "0x7" };
      const topics = [transferTopic, pad("0x0")];
      expect(filters).to.deep.equal([
        { ...received, toBlock: "0x7", topics: [...topics, pad(minter).toLowerCase(), null] },
        { ...received, toBlock: "0x8", topics: [...topics, null, null] },
      ]);
    });

    for (const most of [1, 2, 3, 5]) {
      it(`reads each block once, in order, from a node that serves ${most} blocks per request`, async () => {
        serving(most, tooMany);
        const blocks = Array.from({ length: 12 }, (_, index) => BigInt(20 + index));
        expect(await blocksFrom(20n, 31n)).to.deep.equal(blocks);
      });
    }

    it("gives up after 64 requests", async () => {
      serving(1, tooMany);
      expect(await blocksFrom(0n, 31n)).to.have.length(32);
      expect(filters).to.have.length(63);
      filters = [];
      const failure = await blocksFrom(0n, 2n ** 70n).catch((error) => error);
      expect(isRefused(failure)).to.equal(true);
      expect(filters).to.have.length(64);
    });

    it("does not split a single block, or any range after another error", async () => {
      serving(0, tooMany);
      await blocksFrom(5n, 5n).catch(() => undefined);
      expect(filters).to.have.length(1);
      filters = [];
      serving(1, () => new Response("no", { status: 502 }));
      await blocksFrom(5n, 9n).catch(() => undefined);
      expect(filters).to.have.length(1);
    });
  });

  describe("isRefused", () => {
    const http = (status?: number) =>
      new HttpRequestError({ url: "http://node.example", ...(status && { status }) });
    const refused = new RpcRequestError({
      body: {},
      url: "http://node.example",
      error: { code: -32_000, message: "missing trie node" },
    });
    for (const { name, error, isExpected } of [
      { name: "an error in JSON-RPC", error: refused, isExpected: true },
      { name: "its cause", error: new BaseError("Failed.", { cause: refused }), isExpected: true },
      { name: "HTTP 400", error: http(400), isExpected: true },
      { name: "HTTP 413", error: http(413), isExpected: true },
      { name: "HTTP 429", error: http(429), isExpected: false },
      { name: "a lost connection", error: http(), isExpected: false },
      { name: "another error of viem", error: new BaseError("Failed."), isExpected: false },
      { name: "another error", error: new Error("Failed."), isExpected: false },
    ]) {
      it(`is ${isExpected} for ${name}`, () => {
        expect(isRefused(error)).to.equal(isExpected);
      });
    }
  });
});

describe("createChain on an endpoint that fails", () => {
  const rpc = useRpcStub();

  it("describes the failure in at most 500 characters, without the key", async () => {
    rpc.node = () => {
      throw new NodeError(-32_000, `secret-key ${"lost ".repeat(200)}`);
    };
    const error: ApiError = await createChain(stubbedChain)
      .readOwner("7")
      .catch((error) => error);
    expect(error.code).to.equal("chain.unavailable");
    // Safety: the cause that the chain sets.
    const { message } = error.cause as Error;
    expect(message).to.have.length(500).and.include("lost").and.not.include("secret-key");
    const { describeError } = createReceiptChain(stubbedChain);
    expect(describeError?.(error.cause)).to.equal(message);
    expect(describeError?.(new Error("x".repeat(501)))).to.equal("x".repeat(500));
  });

  it("requests the genesis hash again after a failure, but only once after a success", async () => {
    const chain = createChain(stubbedChain);
    rpc.node = () => {
      throw new NodeError(-32_000, "not in sync");
    };
    expect(await chain.readGenesisHash().catch((error) => error.code)).to.equal(
      "chain.unavailable",
    );
    rpc.node = () => ({ hash: pad("0x1"), transactions: [] });
    for (let time = 0; time < 2; time += 1) {
      expect(await chain.readGenesisHash()).to.equal(pad("0x1"));
    }
    expect(rpc.requests.filter((method) => method === "eth_getBlockByNumber")).to.have.length(2);
  });

  it("reports that nothing was signed if the sale cannot be read, with the cause", async () => {
    rpc.node = ({ method }) => (method === "eth_getCode" ? "0x" : null);
    const chain = createChain(stubbedChain);
    for (const reading of [
      chain.readSale(),
      chain.isTransactionUsed("1", 5n),
      chain.readUsedMint({
        minter,
        phase: "Ember",
        transactionID: "1",
        since: 0n,
        blockNumber: 5n,
      }),
    ]) {
      const error: ApiError = await reading.then(
        () => expect.fail("It succeeded."),
        (error) => error,
      );
      expect(error.message).to.include("nothing was signed");
    }
    const error: ApiError = await chain.check().then(
      () => expect.fail("It succeeded."),
      (error) => error,
    );
    expect(error.cause).to.be.instanceOf(NoCollectionError);
    expect(error.message).not.to.include("nothing was signed");
  });
});
