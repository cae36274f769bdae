import { expect } from "chai";
import { parseEther } from "ethers";
import { deployCollection, ethers, networkHelpers, openSale } from "../support/collection.ts";

describe("FringeDrifters", () => {
  describe("given it is just deployed", () => {
    const deployed = () => networkHelpers.loadFixture(deployCollection);

    it("[S3.19] [S3.20] is called Fringe Drifters, FD for short", async () => {
      const { collection } = await deployed();
      expect(await collection.name()).to.equal("Fringe Drifters");
      expect(await collection.symbol()).to.equal("FD");
    });

    it("[S3.21] belongs to its deployer, who may withdraw", async () => {
      const { collection, administrator } = await deployed();
      expect(await collection.owner()).to.equal(administrator.address);
      expect(await collection.withdrawAddress()).to.equal(administrator.address);
    });

    it("[S3.12] takes the first signer from its constructor", async () => {
      const { collection, signer } = await deployed();
      expect(await collection.signerAddress()).to.equal(signer.address);
    });

    it("[S3.18] does not mint", async () => {
      const { collection } = await deployed();
      expect(await collection.isMinting()).to.equal(false);
    });

    it("[S3.16] [S3.17] asks 0.08 ether for a token and sells 20 at once", async () => {
      const { collection } = await deployed();
      expect(await collection.FD_PRICE()).to.equal(parseEther("0.08"));
      expect(await collection.MAXBATCH()).to.equal(20n);
    });

    it("[S3.15] has no current phase", async () => {
      const { collection } = await deployed();
      expect(await collection.CURRENTPHASE()).to.equal("");
    });

    it("[S3.22] [S3.23] has no tokens and no coin", async () => {
      const { collection } = await deployed();
      expect(await collection.totalSupply()).to.equal(0n);
      expect(await collection.totalBalance()).to.equal(0n);
    });

    it("tells its limits", async () => {
      const { collection } = await deployed();
      expect(await collection.MAX_SUPPLY()).to.equal(10_000n);
      expect(await collection.HARD_BATCH_LIMIT()).to.equal(100n);
    });

    it("does not take coin that pays for nothing", async () => {
      const { collection, holder } = await deployed();
      await expect(holder.sendTransaction({ to: collection, value: 1n })).to.revert(ethers);
    });

    it("does not answer calls that it has no function for", async () => {
      const { collection, holder } = await deployed();
      for (const data of ["0x12345678", "0x91e1a0", "0x00"]) {
        await expect(holder.sendTransaction({ to: collection, data })).to.revert(ethers);
      }
    });

    it("[S5.21] takes coin in no call but a mint", async () => {
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
      it(`[S3.30] says that it speaks ${standard}`, async () => {
        const { collection } = await deployed();
        expect(await collection.supportsInterface(interfaceId)).to.equal(true);
      });
    }

    it("[S3.30] claims neither the invalid interface nor one it does not speak", async () => {
      const { collection } = await deployed();
      expect(await collection.supportsInterface("0xffffffff")).to.equal(false);
      expect(await collection.supportsInterface("0x4e2312e0")).to.equal(false);
      expect(await collection.supportsInterface("0x00000000")).to.equal(false);
    });
  });

  it("[S3.22] counts minted tokens, not ids reserved for phases", async () => {
    const { collection } = await networkHelpers.loadFixture(openSale);
    expect(await collection.totalSupply()).to.equal(0n);
  });
});
