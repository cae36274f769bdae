import { expect } from "chai";
import { ZeroAddress } from "ethers";
import {
  allTokens,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
  tokensOf,
} from "../support/contracts/collection.ts";

/** Ids that the fixture has not minted. */
const unmintedIds = {
  "0, before all phases": 0n,
  "4, the next id of a phase": 4n,
  "100, the last id of a phase": 100n,
  "101, the end of a phase": 101n,
  "499, between phases": 499n,
  "502, after all phases": 502n,
  "2^64 + 1, which is 1 when truncated to 64 bits": 2n ** 64n + 1n,
  "2^255 + 500": 2n ** 255n + 500n,
};

/** Indices beyond the last of `count` tokens. */
const indicesPast = (count: bigint) => ({
  [`${count}`]: count,
  [`${count + 1n}`]: count + 1n,
  "2^64": 2n ** 64n,
  "2^256 − 1": 2n ** 256n - 1n,
});

describe("tokens", () => {
  const withTokens = () => networkHelpers.loadFixture(openWithTokens);

  describe("ownerOf", () => {
    it("[S3.8] returns the owner of each minted token", async () => {
      const { collection, holder, operator } = await withTokens();
      for (const id of [1, 2, 501]) expect(await collection.ownerOf(id)).to.equal(holder.address);
      for (const id of [3, 500]) expect(await collection.ownerOf(id)).to.equal(operator.address);
    });

    for (const [place, id] of Object.entries(unmintedIds)) {
      it(`[S3.8] reverts with OwnerQueryForNonexistentToken for ${place}`, async () => {
        const { collection } = await withTokens();
        await expect(collection.ownerOf(id)).to.be.revertedWithCustomError(
          collection,
          "OwnerQueryForNonexistentToken",
        );
      });
    }
  });

  describe("balanceOf", () => {
    it("[S3.25] counts an owner's tokens", async () => {
      const { collection, holder, operator, stranger } = await withTokens();
      expect(await collection.balanceOf(holder)).to.equal(3n);
      expect(await collection.balanceOf(operator)).to.equal(2n);
      expect(await collection.balanceOf(stranger)).to.equal(0n);
    });

    it("[S3.25] [S8.16] reverts with BalanceQueryForZeroAddress for the zero address", async () => {
      const { collection } = await withTokens();
      await expect(collection.balanceOf(ZeroAddress)).to.be.revertedWithCustomError(
        collection,
        "BalanceQueryForZeroAddress",
      );
    });
  });

  describe("tokenURI", () => {
    it("[S3.24] returns the base URI, the ID and .json", async () => {
      const { collection } = await withTokens();
      expect(await collection.tokenURI(500)).to.equal("https://drifters.example/metadata/500.json");
    });

    it("[S3.24] accepts a base URI of any length, shorter or longer than the previous one", async () => {
      const { collection } = await withTokens();
      for (const length of [33, 31, 1_000, 32, 1, 0, 64]) {
        const baseURI = "u".repeat(length);
        await collection.setBaseURI(baseURI);
        expect(await collection.tokenURI(3)).to.equal(`${baseURI}3.json`);
      }
    });

    for (const [place, id] of Object.entries(unmintedIds)) {
      it(`[S3.24] [S8.16] reverts with DoesNotExist for ${place}`, async () => {
        const { collection } = await withTokens();
        await expect(collection.tokenURI(id)).to.be.revertedWithCustomError(
          collection,
          "DoesNotExist",
        );
      });
    }
  });

  describe("tokenByIndex", () => {
    it("[S3.28] lists every token once, ordered by phase creation", async () => {
      const { collection } = await withTokens();
      expect(await allTokens(collection)).to.deep.equal([500n, 501n, 1n, 2n, 3n]);
    });

    for (const [place, index] of Object.entries(indicesPast(5n))) {
      it(`[S3.28] reverts with ExceedsCurrentSupply at ${place} of 5`, async () => {
        const { collection } = await withTokens();
        await expect(collection.tokenByIndex(index)).to.be.revertedWithCustomError(
          collection,
          "ExceedsCurrentSupply",
        );
      });
    }
  });

  describe("tokenOfOwnerByIndex", () => {
    it("[S3.29] lists received tokens correctly after any of them is transferred", async () => {
      const { collection, administrator, operator, stranger } =
        await networkHelpers.loadFixture(openSale);
      const ids = Array.from({ length: 12 }, (_, index) => BigInt(index + 1));
      await collection.gift(openPhase.name, Array<string>(12).fill(administrator.address));
      for (const id of ids) await collection.transferFrom(administrator, stranger, id);
      const remaining = new Set(ids);
      for (const id of [2n, 3n, 6n, 12n, 1n, 9n]) {
        await collection.connect(stranger).transferFrom(stranger, operator, id);
        remaining.delete(id);
        expect(await tokensOf(collection, stranger)).to.have.members([...remaining]);
      }
    });

    it("[S3.29] lists an owner's tokens, each once", async () => {
      const { collection, holder, operator } = await withTokens();
      expect(await tokensOf(collection, holder)).to.deep.equal([1n, 2n, 501n]);
      expect(await tokensOf(collection, operator)).to.deep.equal([3n, 500n]);
    });

    for (const [place, index] of Object.entries(indicesPast(3n))) {
      it(`[S3.29] [S8.16] reverts with IndexExceedsOwnerBounds at ${place} of 3`, async () => {
        const { collection, holder } = await withTokens();
        await expect(collection.tokenOfOwnerByIndex(holder, index)).to.be.revertedWithCustomError(
          collection,
          "IndexExceedsOwnerBounds",
        );
      });
    }

    it("[S3.29] reverts with BalanceQueryForZeroAddress for the zero address", async () => {
      const { collection } = await withTokens();
      await expect(collection.tokenOfOwnerByIndex(ZeroAddress, 0)).to.be.revertedWithCustomError(
        collection,
        "BalanceQueryForZeroAddress",
      );
    });
  });
});

/** Fixture: the holder owns 1, 2 and 501, the operator 3 and 500, in two phases; the higher one was created first. */
async function openWithTokens(): Promise<Sale> {
  const sale = await openSale();
  const { collection, holder, operator } = sale;
  await collection.adjustPhases(openPhase.name, 500, 502);
  await collection.gift(openPhase.name, [operator, holder]);
  await collection.adjustPhases("Second", 1, 101);
  await collection.changePhase("Second");
  await mint(sale, { phase: "Second", qty: 2n });
  await mint(sale, { phase: "Second", minter: operator });
  return sale;
}
