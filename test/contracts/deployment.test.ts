import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { deployCollection, ethers, networkHelpers } from "../support/contracts/collection.ts";

describe("the collection's contract", () => {
  describe("after deployment", () => {
    const deployed = () => networkHelpers.loadFixture(deployCollection);

    const states = {
      "[S3.18] minting off": ["isMinting", false],
      "[S3.15] no current phase": ["CURRENTPHASE", ""],
      "[S3.22] no tokens": ["totalSupply", 0n],
      "[S3.23] no balance": ["totalBalance", 0n],
      "its configured name": ["name", collectionConfig.name],
      "a hard batch limit of 100": ["HARD_BATCH_LIMIT", 100n],
    } as const;
    for (const [title, [view, value]] of Object.entries(states)) {
      it(`starts with ${title}`, async () => {
        const { collection } = await deployed();
        expect(await collection.getFunction(view)()).to.equal(value);
      });
    }

    it("[S3.21] [S3.12] sets the deployer as owner and withdraw address, and stores the given signer", async () => {
      const { collection, administrator, signer } = await deployed();
      expect(await collection.owner()).to.equal(administrator.address);
      expect(await collection.withdrawAddress()).to.equal(administrator.address);
      expect(await collection.signerAddress()).to.equal(signer.address);
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

    it("[S5.21] accepts Ether only in mints", async () => {
      const { collection, administrator } = await deployed();
      const data = collection.interface.encodeFunctionData("toggleMint");
      await expect(administrator.sendTransaction({ to: collection, data, value: 1n })).to.revert(
        ethers,
      );
    });

    it("[S3.30] reports support only for ERC-165, ERC-721 with metadata and enumeration, ERC-2981 and ERC-4906", async () => {
      const { collection } = await deployed();
      for (const [interfaceId, isSupported] of [
        ["0x01ffc9a7", true],
        ["0x80ac58cd", true],
        ["0x5b5e139f", true],
        ["0x780e9d63", true],
        ["0x2a55205a", true],
        ["0x49064906", true],
        ["0xffffffff", false],
        ["0x4e2312e0", false],
        ["0x00000000", false],
      ] as const) {
        expect(await collection.supportsInterface(interfaceId), interfaceId).to.equal(isSupported);
      }
    });
  });
});
