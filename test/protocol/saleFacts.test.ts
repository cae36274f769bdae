import { expect } from "chai";
import { encodeAbiParameters, parseEther, zeroAddress } from "viem";
import { explanationJson } from "#protocol/sale/explanationJson";
import {
  callOutcome,
  decodeView,
  readSale,
  readSaleAfter,
  saleViews,
} from "#protocol/sale/saleFacts";
import {
  ethers,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  provider,
} from "../support/collection.ts";
import { saleFacts } from "../support/saleFacts.ts";
import { client } from "./explainFixture.ts";
import { fakeNode, type NodeCall } from "./fakeNode.ts";

describe("the facts of a sale", () => {
  it("are equal from plain calls and from an empty simulation, and read no transactions of the block", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    await mint(sale, { qty: 3n });
    const block = await ethers.provider.getBlock("latest");
    const blockNumber = BigInt(block?.number ?? 0);
    const requests: NodeCall[] = [];
    const node = fakeNode((call) => {
      requests.push(call);
      return provider.request({ method: call.method, params: [...call.params] });
    });
    const { address } = sale.domain;
    const facts = await readSale(node, address, blockNumber);
    expect(facts).to.deep.equal({
      isMinting: true,
      price: parseEther("0.08"),
      maxBatch: 20n,
      signer: await sale.collection.signerAddress(),
      hardBatchLimit: 100n,
      owner: await sale.collection.owner(),
      totalSupply: 3n,
      maxSupply: 10_000n,
      phase: { name: openPhase.name, startingPoint: 1n, endPoint: 101n, currentCount: 3n },
      timestamp: BigInt(block?.timestamp ?? 0),
    });
    expect((await readSaleAfter(client, address, [], blockNumber)).sale).to.deep.equal(facts);
    const blocks = requests.filter(({ method }) => method === "eth_getBlockByNumber");
    expect(blocks.map(({ params }) => params)).to.deep.equal([
      [`0x${blockNumber.toString(16)}`, false],
    ]);
    const views = requests.filter(({ method }) => method === "eth_call");
    expect(views).to.have.length(Object.keys(saleViews).length + 1);
    expect(new Set(views.map(({ params }) => params[1]))).to.have.length(1);
  });

  it("are not read from an address without the collection, or at a block that the node lacks", async () => {
    const silent =
      "The contract returned no owner(). Check the collection's address and the chain.";
    for (const answer of [
      undefined,
      { succeeded: true, data: "0x" },
      { succeeded: false, data: encodeAbiParameters([{ type: "uint256" }], [5n]) },
    ] as const) {
      expect(() => decodeView("owner", answer)).to.throw(silent);
    }
    const word = encodeAbiParameters([{ type: "uint256" }], [5n]);
    expect(decodeView("totalSupply", { succeeded: true, data: word })).to.equal(5n);
    const lacking = fakeNode(({ method }) => (method === "eth_call" ? word : null));
    const error = await readSale(lacking, "0x5FbDB2315678afecb367f032d93F642f64180aa3", 9n).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).to.contain("The node does not know block 9.");
  });

  it("include each call's outcome", () => {
    const call = { functionName: "toggleMint", args: [] } as const;
    expect(callOutcome(call, { succeeded: true, data: "0x" })).to.deep.equal({ call });
    expect(callOutcome(call, { succeeded: false, data: "0x12" }).revert?.title).to.equal("0x12");
    expect(callOutcome(call, undefined).revert?.title).to.equal("no reason");
  });

  it("are in an explanation's JSON, with calls as text, reverts and the authorisation", () => {
    const toggle = { functionName: "toggleMint", args: [] } as const;
    const revert = { title: "no reason", cause: "A cause.", fix: "A fix." };
    const explanation = {
      canMint: false,
      blockNumber: 9n,
      wallet: zeroAddress,
      qty: 2n,
      value: 0n,
      sale: saleFacts(),
      whatIf: [{ call: toggle }, { call: toggle, revert }],
      results: [],
    };
    const read = (text: string) => JSON.parse(text) as object;
    const plain = read(explanationJson(explanation, undefined));
    expect(plain).to.deep.include({
      blockNumber: "9",
      whatIf: [{ call: "toggleMint()" }, { call: "toggleMint()", revert }],
    });
    expect(plain).not.to.have.property("authorization");
    const authorization = {
      chainId: 1,
      contract: zeroAddress,
      minter: zeroAddress,
      phase: "Ember",
      transactionID: "a mint",
      qty: "2",
      hash: "0x",
      signature: "0x",
    } as const;
    expect(read(explanationJson(explanation, authorization))).to.deep.include({ authorization });
  });
});
