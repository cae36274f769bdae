import { expect } from "chai";
import { parseEther } from "ethers";
import { deployCollection, ethers, networkHelpers, openSale } from "../support/collection.ts";

describe("FringeDrifters", () => {
  describe("after deployment", () => {
    const deployed = () => networkHelpers.loadFixture(deployCollection);

    it("[S3.19] [S3.20] has the name Fringe Drifters and the symbol FD", async () => {
      const { collection } = await deployed();
      expect(await collection.name()).to.equal("Fringe Drifters");
      expect(await collection.symbol()).to.equal("FD");
    });

    it("[S3.21] is owned by its deployer, who is also the withdraw address", async () => {
      const { collection, administrator } = await deployed();
      expect(await collection.owner()).to.equal(administrator.address);
      expect(await collection.withdrawAddress()).to.equal(administrator.address);
    });

    it("[S3.12] has the signer passed to its constructor", async () => {
      const { collection, signer } = await deployed();
      expect(await collection.signerAddress()).to.equal(signer.address);
    });

    it("[S3.18] has minting off", async () => {
      const { collection } = await deployed();
      expect(await collection.isMinting()).to.equal(false);
    });

    it("[S3.16] [S3.17] has a price of 0.08 ether and a maximum batch of 20", async () => {
      const { collection } = await deployed();
      expect(await collection.FD_PRICE()).to.equal(parseEther("0.08"));
      expect(await collection.MAXBATCH()).to.equal(20n);
    });

    it("[S3.15] has no current phase", async () => {
      const { collection } = await deployed();
      expect(await collection.CURRENTPHASE()).to.equal("");
    });

    it("[S3.22] [S3.23] has no tokens and no balance", async () => {
      const { collection } = await deployed();
      expect(await collection.totalSupply()).to.equal(0n);
      expect(await collection.totalBalance()).to.equal(0n);
    });

    it("reports its limits", async () => {
      const { collection } = await deployed();
      expect(await collection.MAX_SUPPLY()).to.equal(10_000n);
      expect(await collection.HARD_BATCH_LIMIT()).to.equal(100n);
    });

    it("rejects plain transfers of Ether", async () => {
      const { collection, holder } = await deployed();
      await expect(holder.sendTransaction({ to: collection, value: 1n })).to.revert(ethers);
    });

    it("rejects calls of unknown functions", async () => {
      const { collection, holder } = await deployed();
      for (const data of ["0x12345678", "0x91e1a0", "0x00"]) {
        await expect(holder.sendTransaction({ to: collection, data })).to.revert(ethers);
      }
    });

    it("[S5.21] accepts Ether in mints only", async () => {
      const { collection, administrator } = await deployed();
      const data = collection.interface.encodeFunctionData("toggleMint");
      await expect(administrator.sendTransaction({ to: collection, data, value: 1n })).to.revert(
        ethers,
      );
    });

    const interfaces = {
      "ERC-165": "0x01ffc9a7",
      "ERC-721": "0x80ac58cd",
      "ERC-721 Metadata": "0x5b5e139f",
      "ERC-721 Enumerable": "0x780e9d63",
      "ERC-4906": "0x49064906",
    };
    for (const [standard, interfaceId] of Object.entries(interfaces)) {
      it(`[S3.30] reports support for ${standard}`, async () => {
        const { collection } = await deployed();
        expect(await collection.supportsInterface(interfaceId)).to.equal(true);
      });
    }

    it("[S3.30] reports no support for the invalid interface or an unknown one", async () => {
      const { collection } = await deployed();
      expect(await collection.supportsInterface("0xffffffff")).to.equal(false);
      expect(await collection.supportsInterface("0x4e2312e0")).to.equal(false);
      expect(await collection.supportsInterface("0x00000000")).to.equal(false);
    });
  });

  it("[S3.22] counts minted tokens, not the IDs of phases", async () => {
    const { collection } = await networkHelpers.loadFixture(openSale);
    expect(await collection.totalSupply()).to.equal(0n);
  });
});
