import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { networkHelpers, openWithTokens } from "../support/contracts/collection.ts";

const token = 2n;

describe("approvals", () => {
  const withTokens = () => networkHelpers.loadFixture(openWithTokens);

  describe("approve", () => {
    it("[S6.28] [S3.26] [S3.33] approves one address for a token, and emits Approval", async () => {
      const { collection, holder, operator } = await withTokens();
      expect(await collection.getApproved(token)).to.equal(ZeroAddress);
      await expect(collection.connect(holder).approve(operator, token))
        .to.emit(collection, "Approval")
        .withArgs(holder.address, operator.address, token);
      expect(await collection.getApproved(token)).to.equal(operator.address);
      expect(await collection.getApproved(1)).to.equal(ZeroAddress);
    });

    it("[S6.28] accepts calls by the owner's operator", async () => {
      const { collection, holder, operator, stranger } = await withTokens();
      await collection.connect(holder).setApprovalForAll(operator, true);
      await expect(collection.connect(operator).approve(stranger, token))
        .to.emit(collection, "Approval")
        .withArgs(holder.address, stranger.address, token);
    });

    it("rejects the owner as the approved address with ApprovalToCurrentOwner", async () => {
      const { collection, holder } = await withTokens();
      await expect(collection.connect(holder).approve(holder, token)).to.be.revertedWithCustomError(
        collection,
        "ApprovalToCurrentOwner",
      );
    });

    it("rejects an id of more than 64 bits, even if its lower part is minted", async () => {
      const { collection, holder, operator } = await withTokens();
      for (const id of [2n ** 64n + token, 2n ** 255n + token]) {
        await expect(
          collection.connect(holder).approve(operator, id),
        ).to.be.revertedWithCustomError(collection, "OwnerQueryForNonexistentToken");
      }
    });

    it("rejects any other caller, even the approved address, with ApprovalCallerNotOwnerNorApproved", async () => {
      const { collection, holder, operator, stranger, administrator } = await withTokens();
      await collection.connect(holder).approve(operator, token);
      for (const caller of [operator, stranger, administrator]) {
        await expect(
          collection.connect(caller).approve(stranger, token),
        ).to.be.revertedWithCustomError(collection, "ApprovalCallerNotOwnerNorApproved");
      }
      expect(await collection.getApproved(token)).to.equal(operator.address);
    });
  });

  describe("setApprovalForAll", () => {
    it("[S6.28] [S3.27] [S3.34] approves and revokes an operator, and emits ApprovalForAll", async () => {
      const { collection, holder, operator } = await withTokens();
      expect(await collection.isApprovedForAll(holder, operator)).to.equal(false);
      for (const approved of [true, false]) {
        await expect(collection.connect(holder).setApprovalForAll(operator, approved))
          .to.emit(collection, "ApprovalForAll")
          .withArgs(holder.address, operator.address, approved);
        expect(await collection.isApprovedForAll(holder, operator)).to.equal(approved);
      }
      expect(await collection.isApprovedForAll(operator, holder)).to.equal(false);
    });

    it("rejects the caller as its own operator with ApproveToCaller", async () => {
      const { collection, holder } = await withTokens();
      for (const approved of [true, false]) {
        await expect(
          collection.connect(holder).setApprovalForAll(holder, approved),
        ).to.be.revertedWithCustomError(collection, "ApproveToCaller");
      }
    });
  });
});
