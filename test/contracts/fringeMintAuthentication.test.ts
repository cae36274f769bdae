import { expect } from "chai";
import { concat, getBytes, hexlify, Signature, toBeHex, ZeroAddress, ZeroHash } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import type { MintArguments } from "../../scripts/world/chain/localAccounts.ts";
import {
  authorize,
  deployCollection,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  startingPrice,
} from "../support/contracts/collection.ts";
import { expectMintRevert, expectRevertOfMint } from "../support/contracts/reverts.ts";

/** Order of the curve: (r, s) and (r, order − s) sign the same digest. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const maxUint256 = 2n ** 256n - 1n;

describe("paid mint", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  describe("when the authorization is not for this mint", () => {
    it("[S5.26] [S5.35] rejects a signature made with the wrong key", async () => {
      const sale = await open();
      await expectMintRevert(sale, { signer: sale.stranger }, "AuthenticationFailed");
      await expectMintRevert(sale, { signer: sale.holder }, "AuthenticationFailed");
      await expectMintRevert(sale, { signer: sale.administrator }, "AuthenticationFailed");
    });

    it("[S5.29] rejects a different minter's authorization", async () => {
      const sale = await open();
      await expectMintRevert(sale, { minter: sale.stranger }, "AuthenticationFailed");
    });

    it("[S5.29] rejects an authorization for a different phase, before and after the phase changes", async () => {
      const sale = await open();
      const [args] = await Promise.all([authorize(sale), sale.collection.changePhase("Later")]);
      await expectRevertOfMint(sale, args, "AuthenticationFailed");
      await sale.collection.changePhase(openPhase.name);
      await expectMintRevert(sale, { phase: "Later" }, "AuthenticationFailed");
      await sale.collection
        .connect(sale.holder)
        [collectionConfig.mintFunction](...args, { value: startingPrice });
    });

    it("[S5.29] rejects an authorization for a different chain", async () => {
      const sale = await open();
      const domain = { ...sale.domain, chainId: 1 };
      await expectMintRevert(sale, { domain }, "AuthenticationFailed");
    });

    it("[S5.29] rejects an authorization for a different deployment", async () => {
      const sale = await open();
      const twin = await deployCollection();
      await expectMintRevert(sale, { domain: twin.domain }, "AuthenticationFailed");
    });

    const changes: Record<string, (args: MintArguments) => MintArguments> = {
      quantity: ([hash, signature, id, qty]) => [hash, signature, id, qty + 1n],
      "transaction id": ([hash, signature, id, qty]) => [hash, signature, `${id}!`, qty],
      hash: ([, signature, id, qty]) => [ZeroHash, signature, id, qty],
    };
    for (const [field, change] of Object.entries(changes)) {
      it(`[S5.28] rejects a changed ${field}`, async () => {
        const sale = await open();
        const args = change(await authorize(sale));
        await expectRevertOfMint(sale, args, "AuthenticationFailed");
      });
    }
  });

  describe("when the signature is malformed", () => {
    const malformations: Record<string, (signature: string) => string> = {
      "an empty signature": () => "0x",
      "1 byte": (signature) => hexlify(getBytes(signature).slice(0, 1)),
      "63 bytes": (signature) => hexlify(getBytes(signature).slice(0, 63)),
      "64 bytes": (signature) => hexlify(getBytes(signature).slice(0, 64)),
      "66 bytes": (signature) => concat([signature, "0x00"]),
      "the signature twice": (signature) => concat([signature, signature]),
      "1,000 bytes": (signature) => concat([signature, hexlify(new Uint8Array(935))]),
      "a compact signature": (signature) => Signature.from(signature).compactSerialized,
      "v first": (signature) =>
        concat([getBytes(signature).slice(64), getBytes(signature).slice(0, 64)]),
      "r of zero": (signature) => concat([ZeroHash, getBytes(signature).slice(32)]),
      "r of the curve's order": (signature) =>
        concat([toBeHex(curveOrder, 32), getBytes(signature).slice(32)]),
      "s of zero": (signature) => withS(signature, 0n),
      "s one above half the curve's order": (signature) => withS(signature, curveOrder / 2n + 1n),
      "s of the curve's order": (signature) => withS(signature, curveOrder),
      "s of 2^256 − 1": (signature) => withS(signature, maxUint256),
      "a changed r": (signature) => withBitTurned(signature, 31),
      "a changed s": (signature) => withBitTurned(signature, 63),
      "65 zero bytes": () => hexlify(new Uint8Array(65)),
      "v of 0 or 1": (signature) => withV(signature, Signature.from(signature).yParity),
      "v of 26": (signature) => withV(signature, 26),
      "v of 29": (signature) => withV(signature, 29),
      "v of 255": (signature) => withV(signature, 255),
      "v as in EIP-155": (signature) => withV(signature, Signature.from(signature).yParity + 37),
      "the other v": (signature) => withV(signature, 55 - Signature.from(signature).v),
      "its high-s twin": highTwinOf,
    };
    for (const [form, malform] of Object.entries(malformations)) {
      it(`[S5.27] rejects ${form}`, async () => {
        const sale = await open();
        const [hash, signature, id, qty] = await authorize(sale);
        await expectRevertOfMint(sale, [hash, malform(signature), id, qty], "AuthenticationFailed");
      });
    }

    it("[S5.32] rejects every signature while the signer is the zero address", async () => {
      const sale = await open();
      await sale.collection.adjustSigner(ZeroAddress);
      await expectMintRevert(sale, {}, "AuthenticationFailed");
      const [hash, , id, qty] = await authorize(sale);
      for (const signature of ["0x", hexlify(new Uint8Array(65)), toBeHex(27, 65)]) {
        await expectRevertOfMint(sale, [hash, signature, id, qty], "AuthenticationFailed");
      }
    });
  });

  describe("when transaction IDs are similar", () => {
    const lengths = [0, 1, 31, 32, 33, 1_000];
    for (const length of lengths) {
      it(`[S3.32] [S4.45] [S5.30] accepts an ID of ${length} bytes once, and distinguishes it from similar ones`, async () => {
        const sale = await open();
        const transactionID = "x".repeat(length);
        const similar = [`${transactionID}x`, `${transactionID}\0`, `${"y".repeat(length)}y`];
        await mint(sale, { transactionID });
        expect(await sale.collection.usedTransactions(transactionID)).to.equal(true);
        await expectMintRevert(sale, { transactionID }, "AuthenticationFailed");
        for (const other of similar) {
          expect(await sale.collection.usedTransactions(other)).to.equal(false);
          await mint(sale, { transactionID: other });
          expect(await sale.collection.usedTransactions(other)).to.equal(true);
        }
        expect(await sale.collection.totalSupply()).to.equal(4n);
      });
    }

    it("[S3.32] [S5.30] distinguishes numbers from neighboring numbers and alternative spellings", async () => {
      const sale = await open();
      await sale.collection.adjustPrice(0);
      const isUsed = (id: string) => sale.collection.usedTransactions(id);
      for (const transactionID of numericIds) {
        expect(await isUsed(transactionID), transactionID).to.equal(false);
        await mint(sale, { transactionID });
      }
      expect(await Promise.all(numericIds.map(isUsed))).to.deep.equal(numericIds.map(() => true));
    });

    for (const transactionID of ["8", "255", "999999999"]) {
      it(`[S5.30] accepts ${transactionID} once`, async () => {
        const sale = await open();
        await mint(sale, { transactionID });
        await expectMintRevert(sale, { transactionID }, "AuthenticationFailed");
      });
    }
  });

  describe("when the authorization was used", () => {
    it("[S5.30] [S4.45] [S5.35] rejects the same authorization", async () => {
      const sale = await open();
      const args = await authorize(sale);
      await sale.collection
        .connect(sale.holder)
        [collectionConfig.mintFunction](...args, { value: startingPrice });
      await expectRevertOfMint(sale, args, "AuthenticationFailed");
    });

    it("[S5.35] accepts an authorization whose first use reverted", async () => {
      const sale = await open();
      const args = await authorize(sale);
      await expectRevertOfMint(sale, args, "NotEnoughEth", { value: startingPrice - 1n });
      await sale.collection
        .connect(sale.holder)
        [collectionConfig.mintFunction](...args, { value: startingPrice });
    });
  });

  describe("when the signer changed", () => {
    it("[S5.31] rejects the old signer's signatures and accepts the new signer's", async () => {
      const sale = await open();
      const args = await authorize(sale);
      await sale.collection.adjustSigner(sale.operator);
      await expectRevertOfMint(sale, args, "AuthenticationFailed");
      await mint(sale, { signer: sale.operator });
    });
  });
});

function withV(signature: string, v: number): string {
  return concat([hexlify(getBytes(signature).slice(0, 64)), toBeHex(v, 1)]);
}

function withS(signature: string, s: bigint): string {
  const bytes = getBytes(signature);
  return concat([bytes.slice(0, 32), toBeHex(s, 32), bytes.slice(64)]);
}

function withBitTurned(signature: string, byte: number): string {
  const bytes = getBytes(signature);
  return hexlify(bytes.map((value, index) => (index === byte ? value ^ 1 : value)));
}

function highTwinOf(signature: string): string {
  const { r, s, v } = Signature.from(signature);
  return concat([r, toBeHex(curveOrder - BigInt(s), 32), toBeHex(55 - v, 1)]);
}

/** Plain numbers, of which the contract stores 256 per slot, and similar strings that are not plain numbers. */
const numericIds = [
  ...["7", "07", "007", "7 ", " 7", "+7", "7\0", "\x007", "7.", "7/", "7:"],
  ...["0", "00", "", "70", "77", "80", "263", "1792"],
  ...["123456789", "123456790", "0123456789", "1234567890", "234567891", "12345678/", ":23456789"],
];
