import { expect } from "chai";
import {
  encodeErrorResult,
  type Hex,
  RpcRequestError,
  serializeErc6492Signature,
  slice,
} from "viem";
import { collectionAbi as abi } from "#chain/abi";
import { type CallResult, type ChainReader, createChainReader } from "#protocol/chain/chainReader";
import { isStrictSignature } from "#protocol/chain/messageSignature";
import { readTokenOwner } from "#protocol/chain/tokenOwner";
import { checkWalletSignature } from "#protocol/chain/walletSignature";
import { fakeNode, type NodeCall } from "../../support/protocol/fakeNode.ts";

const contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

describe("createChainReader", () => {
  const failing = (message: string, code: number, data: unknown) =>
    fakeNode(() => {
      throw new RpcRequestError({ body: {}, url: "", error: { code, message, data } });
    });
  const read = (response: (call: NodeCall) => unknown) => createChainReader(fakeNode(response));

  it("reads whether an address has code", async () => {
    expect(await read(() => "0x00").hasCode(contract, 9n)).to.equal(true);
    expect(await read(() => "0x").hasCode(contract, 9n)).to.equal(false);
  });

  it("calls at the block with one transaction's gas limit, and with a target if set", async () => {
    const requests: NodeCall[] = [];
    const reader = read((call) => {
      requests.push(call);
      return "0x12";
    });
    expect(await reader.readCode(contract, 9n)).to.equal("0x12");
    expect(await reader.call(contract, "0x34", 10n)).to.deep.equal({
      kind: "returned",
      data: "0x12",
    });
    await reader.call(undefined, "0x34", 0n);
    const gas = "0x1000000";
    expect(requests).to.deep.equal([
      { method: "eth_getCode", params: [contract, "0x9"] },
      { method: "eth_call", params: [{ to: contract, data: "0x34", gas }, "0xa"] },
      { method: "eth_call", params: [{ data: "0x34", gas }, "0x0"] },
    ]);
  });

  for (const response of [null, undefined, "", "12", "0xzz", 7, {}]) {
    it(`fails when the node returns ${JSON.stringify(response)}`, async () => {
      for (const request of [
        read(() => response).hasCode(contract, 9n),
        read(() => response).call(contract, "0x", 9n),
      ]) {
        const error = await request.catch((reason: unknown) => reason);
        expect(error).to.be.instanceOf(Error);
        expect(String(error)).to.contain("The RPC endpoint's response is not hex.");
      }
    });
  }

  const reverts: [message: string, code: number, data: unknown, revert: Hex][] = [
    ["whatever", 3, "0x1234", "0x1234"],
    ["whatever", 3, undefined, "0x"],
    ["whatever", 3, { some: "object" }, "0x"],
    ["Execution reverted: no", -32000, "0x12", "0x12"],
    ["Out of gas", -32000, undefined, "0x"],
    ["contract creation code ran out of gas", -32000, undefined, "0x"],
    ["invalid opcode: INVALID", -32000, undefined, "0x"],
    ["invalid jump destination", -32015, undefined, "0x"],
    ["stack underflow (0 <=> 1)", -32000, undefined, "0x"],
    ["stack overflow", -32000, undefined, "0x"],
    ["VM execution error.", -32015, "Reverted 0x1234", "0x1234"],
    ["VM execution error.", -32015, "Bad instruction fe", "0x"],
    ["transaction failed", -32000, "Reverted 0x1234", "0x1234"],
    ["Internal error", -32603, { message: "reverted", data: "0x1234" }, "0x1234"],
    ["VM Exception while processing transaction: revert", -32000, { result: "0x1234" }, "0x1234"],
    ["VM Exception", -32000, { "0x56": { return: "0x1234" }, name: "RuntimeError" }, "0x1234"],
    ["execution reverted: 0x1234", -32000, undefined, "0x1234"],
    ["failed (exit=[33], revert reason=[0x1234], vm error=[…])", 1, undefined, "0x1234"],
    ['upstream: {"code":3,"message":"execution reverted","data":"0x1234"}', -32000, null, "0x1234"],
  ];
  for (const [message, code, data, revert] of reverts) {
    it(`treats “${message}” with code ${code} and ${JSON.stringify(data)} as a revert`, async () => {
      const node = failing(message, code, data);
      expect(await createChainReader(node).call(contract, "0x", 9n)).to.deep.equal({
        kind: "reverted",
        data: revert,
      });
    });
  }

  it("treats every revert as a nonexistent drifter", async () => {
    const data = `Reverted ${encodeErrorResult({ abi, errorName: "OwnerQueryForNonexistentToken" })}`;
    const chain = createChainReader(failing("VM execution error.", -32015, data));
    expect(await readTokenOwner(contract, "7", 9n, chain)).to.equal(undefined);
  });

  for (const [message, code, data] of [
    ["missing trie node", -32000, "0x1234"],
    ["rate limited", 429, "0x1234"],
    ["limit exceeded", -32005, "0x1234"],
    ["Internal error", -32603, undefined],
  ] as const) {
    it(`treats “${message}” as a node failure, not a revert`, async () => {
      const node = failing(message, code, data);
      const error = await createChainReader(node)
        .call(contract, "0x", 9n)
        .catch((reason) => reason);
      expect(String(error)).to.contain(message);
    });
  }
});

describe("isStrictSignature", () => {
  const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
  const signature = (s: bigint, v: string): Hex =>
    `0x${"11".repeat(32)}${s.toString(16).padStart(64, "0")}${v}`;
  const forms: [what: string, signature: Hex, isStrict: boolean][] = [
    ["v 27", signature(1n, "1b"), true],
    ["v 28, in capitals", signature(1n, "1C"), true],
    ["v 29", signature(1n, "1d"), false],
    ["v 0", signature(1n, "00"), false],
    ["the highest s", signature(half, "1b"), true],
    ["a higher s", signature(half + 1n, "1b"), false],
    ["64 bytes", `0x${"11".repeat(63)}1b`, false],
    ["66 bytes", `0x${"11".repeat(65)}1b`, false],
    ["1b before its end", `0x${"11".repeat(63)}1b11`, false],
  ];
  for (const [what, given, isStrict] of forms) {
    it(`${isStrict ? "accepts" : "rejects"} ${what}`, () => {
      expect(isStrictSignature(given)).to.equal(isStrict);
    });
  }
});

describe("contract wallet", () => {
  const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const hash: Hex = `0x${"ab".repeat(32)}`;
  const magic: Hex = `0x1626ba7e${"0".repeat(56)}`;
  const otherPadding: Hex = `0x1626ba7e${"0".repeat(55)}1`;
  const factory = { address: contract, data: "0x56", signature: "0x1234abcd" } as const;
  const wrapped = serializeErc6492Signature(factory);
  const ending = wrapped.slice(-64);

  /** Returns the result on a chain with these responses, and the calls that the chain received. */
  async function ask(signature: Hex, isDeployed: boolean, response: CallResult) {
    const requests: { to: string | undefined; data: Hex; blockNumber: bigint }[] = [];
    const chain: ChainReader = {
      hasCode: async () => isDeployed,
      call: async (to, data, blockNumber) => {
        requests.push({ to, data, blockNumber });
        return response;
      },
    };
    const result = await checkWalletSignature({ wallet, hash, signature, blockNumber: 9n }, chain);
    return { result, requests };
  }

  const responses: [
    what: string,
    isDeployed: boolean,
    response: CallResult,
    isRecognized: boolean,
  ][] = [
    ["the magic word", true, { kind: "returned", data: magic }, true],
    ["only its first four bytes", true, { kind: "returned", data: "0x1626ba7e" }, false],
    ["the magic word and further bytes", true, { kind: "returned", data: `${magic}01` }, true],
    ["31 bytes of the magic word", true, { kind: "returned", data: slice(magic, 0, 31) }, false],
    ["the magic value padded otherwise", true, { kind: "returned", data: otherPadding }, false],
    ["a different value", true, { kind: "returned", data: `0x${"0".repeat(63)}1` }, false],
    ["the magic word in a revert", true, { kind: "reverted", data: magic }, false],
    ["1 before it is deployed", false, { kind: "returned", data: "0x01" }, true],
    ["0 before it is deployed", false, { kind: "returned", data: "0x00" }, false],
    ["1 in a revert before it is deployed", false, { kind: "reverted", data: "0x01" }, false],
  ];
  for (const [what, isDeployed, response, isRecognized] of responses) {
    it(`${isRecognized ? "recognizes" : "rejects"} a signature when the result is ${what}`, async () => {
      const { result, requests } = await ask(wrapped, isDeployed, response);
      expect(result).to.equal(isRecognized ? "recognized" : "rejected");
      expect(requests).to.have.length(1);
      expect(requests[0]).to.include({ to: isDeployed ? wallet : undefined, blockNumber: 9n });
    });
  }

  it("calls the wallet with the unwrapped signature, or the original if not wrapped", async () => {
    const yes = { kind: "returned", data: magic } as const;
    const inner = (await ask(wrapped, true, yes)).requests[0]?.data;
    expect(inner).to.contain("1234abcd").and.not.contain(ending);
    expect((await ask("0x1234abcd", true, yes)).requests[0]?.data).to.equal(inner);
    const hollow: Hex = `0x${ending}`;
    expect((await ask(hollow, true, yes)).requests[0]?.data).to.contain(ending);
  });
});
