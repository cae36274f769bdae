import { expect } from "chai";
import { AbiCoder, id, keccak256 } from "ethers";
import { mint, networkHelpers, openSale, type Sale } from "../support/contracts/collection.ts";

/** Slot of the mapping `_usedTransactions`; docs/storage-layout.md documents the complete layout. */
const mappingSlot = 12n;

describe("used transaction IDs", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  it("stores 256 neighboring numbers in one slot, one bit each", async () => {
    const sale = await open();
    const marks = new Map<bigint, bigint>();
    for (const number of numbers) {
      await mint(sale, { transactionID: `${number}` });
      const [key, bit] = [number / 256n, 1n << (number % 256n)];
      marks.set(key, (marks.get(key) ?? 0n) | bit);
      expect(await readMarks(sale, key), `${number}`).to.equal(marks.get(key));
    }
  });

  for (const text of ["", "0", "07", "012345678", "099999999", "1234567890", "sale 1"]) {
    it(`uses a separate slot for “${text}”, which is not a plain number of 1 to 9 digits`, async () => {
      const sale = await open();
      await mint(sale, { transactionID: text });
      expect(await readMarks(sale, BigInt(id(text)))).to.equal(1n);
    });
  }
});

const numbers = [1n, 9n, 10n, 255n, 256n, 257n, 512n, 6_789n, 45_678n, 345_678n, 2_345_678n].concat(
  [91_827_364n, 12_345_678n, 123_456_789n, 987_654_321n, 999_999_999n],
);

async function readMarks({ collection }: Sale, key: bigint): Promise<bigint> {
  const encoded = AbiCoder.defaultAbiCoder().encode(["uint256", "uint256"], [key, mappingSlot]);
  const value = await networkHelpers.getStorageAt(
    await collection.getAddress(),
    keccak256(encoded),
  );
  return BigInt(value);
}
