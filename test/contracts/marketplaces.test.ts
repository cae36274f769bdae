import { expect } from "chai";
import { MaxUint256, parseEther, type TransactionResponse, ZeroAddress } from "ethers";
import { mint, networkHelpers, openSale, type Sale } from "../support/contracts/collection.ts";

describe("royalties", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  it("returns no receiver and no amount before a royalty is set", async () => {
    const { collection } = await open();
    expect([...(await collection.royaltyInfo(1, parseEther("1")))]).to.deep.equal([
      ZeroAddress,
      0n,
    ]);
    expect([...(await collection.royalty())]).to.deep.equal([ZeroAddress, 0n]);
  });

  const amounts = {
    "of a round price": [500n, parseEther("1"), parseEther("0.05")],
    "rounded down to a wei": [333n, 9_999n, 332n],
    "of the highest price without overflow": [999n, MaxUint256, (MaxUint256 * 999n) / 10_000n],
    "of nothing": [1_000n, 0n, 0n],
  } as const;
  for (const [title, [basisPoints, salePrice, amount]] of Object.entries(amounts)) {
    it(`returns the receiver's share ${title}, for a minted token and any other ID`, async () => {
      const { collection, operator } = await open();
      await collection.setRoyalty(operator, basisPoints);
      for (const tokenId of [1n, MaxUint256]) {
        expect([...(await collection.royaltyInfo(tokenId, salePrice))]).to.deep.equal([
          operator.address,
          amount,
        ]);
      }
    });
  }

  for (const basisPoints of [1_001n, 10_000n, 2n ** 96n - 1n]) {
    it(`rejects ${basisPoints} basis points with RoyaltyAboveMaximum, and keeps one of 1,000`, async () => {
      const { collection, operator } = await open();
      await collection.setRoyalty(operator, 1_000);
      for (const receiver of [operator, ZeroAddress]) {
        const attempt = collection.setRoyalty(receiver, basisPoints);
        await expect(attempt).to.be.revertedWithCustomError(collection, "RoyaltyAboveMaximum");
      }
      expect([...(await collection.royalty())]).to.deep.equal([operator.address, 1_000n]);
    });
  }

  it("rejects the zero address with RoyaltyToZeroAddress, unless it clears the royalty", async () => {
    const { collection, operator } = await open();
    await collection.setRoyalty(operator, 500);
    const attempt = collection.setRoyalty(ZeroAddress, 1);
    await expect(attempt).to.be.revertedWithCustomError(collection, "RoyaltyToZeroAddress");
    await collection.setRoyalty(ZeroAddress, 0);
    expect([...(await collection.royaltyInfo(1, 10_000n))]).to.deep.equal([ZeroAddress, 0n]);
  });

  it("pays nothing to a receiver with 0 basis points", async () => {
    const { collection, operator } = await open();
    await collection.setRoyalty(operator, 0);
    expect([...(await collection.royaltyInfo(1, MaxUint256))]).to.deep.equal([
      operator.address,
      0n,
    ]);
  });
});

describe("contractURI", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  it("returns the base URI and collection.json", async () => {
    const { collection } = await open();
    expect(await collection.contractURI()).to.equal(
      "https://drifters.example/metadata/collection.json",
    );
  });

  it("follows setBaseURI, which emits BatchMetadataUpdate for all IDs and ContractURIUpdated", async () => {
    const sale = await open();
    const { collection } = sale;
    const sent = await collection.setBaseURI("ipfs://drifters/");
    expect(await eventsOf(sale, sent)).to.deep.equal([
      `BatchMetadataUpdate 0,${MaxUint256}`,
      "ContractURIUpdated ",
    ]);
    expect(await collection.contractURI()).to.equal("ipfs://drifters/collection.json");
  });

  it("is empty while the base URI is empty", async () => {
    const { collection } = await open();
    await collection.setBaseURI("");
    expect(await collection.contractURI()).to.equal("");
  });
});

describe("announceUpdatedMetadata", () => {
  const open = () => networkHelpers.loadFixture(openWithTokens);

  it("emits only MetadataUpdate for one token", async () => {
    const sale = await open();
    const sent = await sale.collection.announceUpdatedMetadata(2, 2);
    expect(await eventsOf(sale, sent)).to.deep.equal(["MetadataUpdate 2"]);
  });

  it("emits only BatchMetadataUpdate for a range, with both ends", async () => {
    const sale = await open();
    const sent = await sale.collection.announceUpdatedMetadata(1, 3);
    expect(await eventsOf(sale, sent)).to.deep.equal(["BatchMetadataUpdate 1,3"]);
  });

  const rejected = {
    TokenRangeReversed: { "a range that ends before it starts": [3, 2] },
    DoesNotExist: {
      "a first token that is not minted": [0, 3],
      "a last token that is not minted": [1, 4],
      "all IDs": [0, MaxUint256],
    },
  } as const;
  for (const [error, ranges] of Object.entries(rejected)) {
    for (const [title, [from, to]] of Object.entries(ranges)) {
      it(`rejects ${title} with ${error}`, async () => {
        const { collection } = await open();
        await expect(collection.announceUpdatedMetadata(from, to)).to.be.revertedWithCustomError(
          collection,
          error,
        );
      });
    }
  }
});

/** Fixture: the open sale, where the holder owns tokens 1 to 3. */
async function openWithTokens(): Promise<Sale> {
  const sale = await openSale();
  await mint(sale, { qty: 3n });
  return sale;
}

/** Returns all events of a transaction with their arguments. */
async function eventsOf({ collection }: Sale, sent: TransactionResponse): Promise<string[]> {
  const receipt = await sent.wait();
  return (receipt?.logs ?? []).map((log) => {
    const { name, args } = collection.interface.parseLog(log) ?? {};
    return `${name} ${args}`;
  });
}
