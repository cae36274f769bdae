import { expect } from "chai";
import { createChainNode } from "../../../api/src/chain/node.ts";
import { findUsedMint } from "../../../api/src/chain/usedMint.ts";
import { account } from "../../support/api/apiFixture.ts";
import { issue, startMintApi, use, useMintFixture } from "../../support/api/mintFixture.ts";

const minter = account(2).address;

describe("findUsedMint", () => {
  const fixture = useMintFixture();

  it("finds a mint that a reorganization moved up to 64 blocks before its ID was issued", async () => {
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
  });
});
