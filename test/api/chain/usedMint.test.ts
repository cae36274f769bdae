import { expect } from "chai";
import { RpcRequestError } from "viem";
import { createChainNode } from "../../../api/src/chain/node.ts";
import { findUsedMint } from "../../../api/src/chain/usedMint.ts";
import { account } from "../../support/api/apiFixture.ts";
import { issue, startMintApi, use, useMintFixture } from "../../support/api/mintFixture.ts";

const minter = account(2).address;

describe("findUsedMint", () => {
  const fixture = useMintFixture();

  it("finds, in few requests, a mint that a reorg moved up to 64 blocks before its ID was issued", async () => {
    await using api = await startMintApi(fixture);
    const signed = await issue(api, minter, 3);
    await use(fixture, signed);
    const { provider } = fixture.chain.ethers;
    const block = await provider.getBlock("latest");
    const mintedAt = BigInt(block?.number ?? 0);
    await provider.send("hardhat_mine", ["0x50"]);
    const { phase, transactionID } = signed;
    const mint = { minter, phase, transactionID, blockNumber: mintedAt + 80n };
    const find = (since: bigint) => findUsedMint(createChainNode(api.settings), { ...mint, since });
    expect(await find(mintedAt + 64n)).to.deep.equal({
      blockNumber: mintedAt,
      qty: 3n,
      transaction: block?.transactions[0],
    });
    expect(await find(mintedAt + 65n)).to.equal(undefined);

    const node = createChainNode(api.settings);
    let requests = 0;
    // A node that accepts only one block per request.
    Object.assign(node.client, {
      async getLogs({ fromBlock = 0n, toBlock = 0n }) {
        requests += 1;
        const error = { code: -32_005, message: "too many blocks" };
        if (fromBlock < toBlock) throw new RpcRequestError({ body: {}, error, url: "" });
        return [];
      },
    });
    const search = findUsedMint(node, { ...mint, since: mintedAt });
    expect(await search.catch(({ shortMessage }) => shortMessage)).to.equal("RPC Request failed.");
    expect(requests).to.be.at.most(70);
  });
});
