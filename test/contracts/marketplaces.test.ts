import { expect } from "chai";
import { MaxUint256, parseEther, type TransactionResponse, ZeroAddress } from "ethers";
import { mint, networkHelpers, openSale, type Sale } from "../support/contracts/collection.ts";

describe("marketplace metadata", () => {
  const open = () => networkHelpers.loadFixture(openWithTokens);

  /** Returns the receiver and amount for a minted token, after checking that an unminted ID gets the same. */
  async function royaltyOf({ collection }: Sale, salePrice: bigint): Promise<unknown[]> {
    const [minted, other] = [1n, MaxUint256].map((id) => collection.royaltyInfo(id, salePrice));
    expect(await other).to.deep.equal(await minted);
    return [...((await minted) ?? [])];
  }

  it("returns no royalty until one is set", async () => {
    expect(await royaltyOf(await open(), MaxUint256)).to.deep.equal([ZeroAddress, 0n]);
  });

  const amounts = {
    "of a round price": [500n, parseEther("1"), parseEther("0.05")],
    "rounded down to a wei": [333n, 9_999n, 332n],
    "of the lowest price with a royalty": [1_000n, 10n, 1n],
    "of the highest price without overflow": [999n, MaxUint256, (MaxUint256 * 999n) / 10_000n],
    "of nothing, with 0 basis points": [0n, MaxUint256, 0n],
  } as const;
  for (const [title, [basisPoints, salePrice, amount]] of Object.entries(amounts)) {
    it(`returns the royalty ${title}`, async () => {
      const sale = await open();
      await sale.collection.setRoyalty(sale.operator, basisPoints);
      expect(await royaltyOf(sale, salePrice)).to.deep.equal([sale.operator.address, amount]);
    });
  }

  for (const basisPoints of [1_001n, 2n ** 96n - 1n]) {
    it(`rejects a royalty of ${basisPoints} basis points with RoyaltyAboveMaximum, to any receiver`, async () => {
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
    const sale = await open();
    await sale.collection.setRoyalty(sale.operator, 500);
    const attempt = sale.collection.setRoyalty(ZeroAddress, 1);
    await expect(attempt).to.be.revertedWithCustomError(sale.collection, "RoyaltyToZeroAddress");
    await sale.collection.setRoyalty(ZeroAddress, 0);
    expect(await royaltyOf(sale, 10_000n)).to.deep.equal([ZeroAddress, 0n]);
  });

  it("derives contractURI from the base URI, and emits both events when the base URI changes", async () => {
    const sale = await open();
    const { collection } = sale;
    const start = "https://drifters.example/metadata/";
    expect(await collection.contractURI()).to.equal(`${start}collection.json`);
    const sent = await collection.setBaseURI("ipfs://drifters/");
    const events = [`BatchMetadataUpdate 0,${MaxUint256}`, "ContractURIUpdated "];
    expect(await eventsOf(sale, sent)).to.deep.equal(events);
    expect(await collection.contractURI()).to.equal("ipfs://drifters/collection.json");
    await collection.setBaseURI("");
    expect(await collection.contractURI()).to.equal("");
  });

  for (const [range, event] of [
    [[2, 2], "MetadataUpdate 2"],
    [[1, 3], "BatchMetadataUpdate 1,3"],
  ] as const) {
    it(`emits only ${event} for announceUpdatedMetadata(${range})`, async () => {
      const sale = await open();
      const sent = await sale.collection.announceUpdatedMetadata(...range);
      expect(await eventsOf(sale, sent)).to.deep.equal([event]);
    });
  }

  const rejected = {
    "a reversed range": [3, 2, "TokenRangeReversed"],
    "a first token that is not minted": [0, 3, "DoesNotExist"],
    "a last token that is not minted": [1, 4, "DoesNotExist"],
  } as const;
  for (const [title, [from, to, error]] of Object.entries(rejected)) {
    it(`rejects an announcement for ${title} with ${error}`, async () => {
      const { collection } = await open();
      const attempt = collection.announceUpdatedMetadata(from, to);
      await expect(attempt).to.be.revertedWithCustomError(collection, error);
    });
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
