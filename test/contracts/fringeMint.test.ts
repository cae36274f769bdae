import { expect } from "chai";
import { concat, getBytes, hexlify, Signature, toBeHex, ZeroAddress, ZeroHash } from "ethers";
import type { MintArguments } from "../../scripts/world/chain/authorizeMint.ts";
import {
  addressOf,
  allTokens,
  authorize,
  deployCollection,
  deployWallet,
  ethers,
  type MintRequest,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
  startingPrice,
  tokensOf,
  walletAnswer,
} from "../support/collection.ts";
import { expectMintRefusal, expectRefusalOfMint } from "../support/refusals.ts";

/** Order of the curve: s and its distance to this are twins. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const maxUint256 = 2n ** 256n - 1n;

describe("FringeMint", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  describe("given minting is on", () => {
    describe("when the minter is authorised and pays", () => {
      it("[S6.30] [S3.8] [S3.25] gives the next tokens of the current phase to any wallet", async () => {
        const sale = await open();
        await mint(sale, { minter: sale.stranger, qty: 2n });
        await mint(sale, { minter: sale.holder, qty: 1n });
        expect(await tokensOf(sale.collection, sale.stranger)).to.deep.equal([1n, 2n]);
        expect(await sale.collection.ownerOf(2)).to.equal(sale.stranger.address);
        expect(await sale.collection.ownerOf(3)).to.equal(sale.holder.address);
        expect(await sale.collection.balanceOf(sale.stranger)).to.equal(2n);
      });

      it("[S3.36] announces each token as a transfer from nobody, in order", async () => {
        const sale = await open();
        const receipt = await (await mint(sale, { qty: 3n })).wait();
        const transfers = await sale.collection.queryFilter(
          sale.collection.filters.Transfer,
          receipt?.blockNumber,
        );
        expect(transfers.map(({ args }) => [...args])).to.deep.equal(
          [1n, 2n, 3n].map((tokenId) => [ZeroAddress, sale.holder.address, tokenId]),
        );
        expect(receipt?.logs.map(({ data }) => data)).to.deep.equal(["0x", "0x", "0x"]);
      });

      it("[S4.44] [S3.22] [S3.31] advances the phase and the supply by the quantity", async () => {
        const sale = await open();
        await mint(sale, { qty: 3n });
        await mint(sale, { qty: 2n });
        expect(await sale.collection.getSupplyForPhase(openPhase.name)).to.equal(5n);
        expect(await sale.collection.totalSupply()).to.equal(5n);
      });

      it("[S3.32] [S4.45] remembers the transaction id", async () => {
        const sale = await open();
        expect(await sale.collection.usedTransactions("sale 1")).to.equal(false);
        await mint(sale, { transactionID: "sale 1" });
        expect(await sale.collection.usedTransactions("sale 1")).to.equal(true);
        expect(await sale.collection.usedTransactions("sale 10")).to.equal(false);
      });

      it("[S5.21] keeps exactly the price", async () => {
        const sale = await open();
        await expect(mint(sale, { qty: 3n })).to.changeEtherBalances(
          ethers,
          [sale.holder, sale.collection],
          [-3n * startingPrice, 3n * startingPrice],
        );
      });

      it("[S5.21] returns a surplus in the same transaction", async () => {
        const sale = await open();
        const args = await authorize(sale, { qty: 2n });
        const paid = sale.collection
          .connect(sale.holder)
          .FringeMint(...args, { value: 2n * startingPrice + 1n });
        await expect(paid).to.changeEtherBalances(
          ethers,
          [sale.holder, sale.collection],
          [-2n * startingPrice, 2n * startingPrice],
        );
      });

      it("[S5.21] returns everything when the price is zero", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(0);
        const args = await authorize(sale);
        const paid = sale.collection.connect(sale.holder).FringeMint(...args, { value: 5n });
        await expect(paid).to.changeEtherBalances(ethers, [sale.holder, sale.collection], [0n, 0n]);
      });
    });

    describe("when the quantity is at a limit", () => {
      it("[S5.22] [S5.35] reverts with MintZeroQuantity at 0", async () => {
        await expectMintRefusal(await open(), { qty: 0n }, "MintZeroQuantity");
      });

      it("[S5.23] mints MAXBATCH − 1 and MAXBATCH", async () => {
        const sale = await open();
        await mint(sale, { qty: 19n });
        await mint(sale, { qty: 20n });
        expect(await sale.collection.totalSupply()).to.equal(39n);
      });

      it("[S5.23] [S5.35] reverts with PastBoundsOfBatchLimit at MAXBATCH + 1", async () => {
        await expectMintRefusal(await open(), { qty: 21n }, "PastBoundsOfBatchLimit");
      });

      it("[S5.23] follows adjustMaxBatch", async () => {
        const sale = await open();
        await sale.collection.adjustMaxBatch(2);
        await expectMintRefusal(sale, { qty: 3n }, "PastBoundsOfBatchLimit");
        await mint(sale, { qty: 2n });
      });

      it("mints the hard batch limit, and reverts with ExceedsAllowedBatch above it", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(0);
        await sale.collection.adjustMaxBatch(maxUint256);
        await expectMintRefusal(sale, { qty: 101n }, "ExceedsAllowedBatch");
        await mint(sale, { qty: 100n });
        expect(await sale.collection.totalSupply()).to.equal(100n);
      });

      const hugeQuantities = {
        "2^64": 2n ** 64n,
        "2^64 + 1": 2n ** 64n + 1n,
        "2^256 − 1": maxUint256,
      };
      for (const [size, qty] of Object.entries(hugeQuantities)) {
        it(`does not take ${size} for a smaller quantity`, async () => {
          const sale = await open();
          await sale.collection.adjustPrice(0);
          await sale.collection.adjustMaxBatch(maxUint256);
          await expectMintRefusal(sale, { qty }, "ExceedsAllowedBatch");
        });
      }
    });

    describe("when the payment is short", () => {
      it("[S5.20] [S5.35] reverts with NotEnoughEth one wei below, and mints at the price", async () => {
        const sale = await open();
        await expectMintRefusal(sale, { qty: 3n }, "NotEnoughEth", {
          value: 3n * startingPrice - 1n,
        });
        await expectMintRefusal(sale, { qty: 3n }, "NotEnoughEth", { value: 0n });
        await mint(sale, { qty: 3n });
      });

      it("[S5.20] follows adjustPrice", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(startingPrice + 1n);
        await expectMintRefusal(sale, {}, "NotEnoughEth", { value: startingPrice });
        await mint(sale);
      });

      it("[S5.20] takes a price beyond 256 bits for one that nobody can pay", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(2n ** 255n);
        await expectMintRefusal(sale, { qty: 2n }, "NotEnoughEth", { value: 1n });
        await sale.collection.adjustPrice(maxUint256);
        await expectMintRefusal(sale, { qty: 20n }, "NotEnoughEth", { value: 1n });
      });
    });

    describe("when the phase runs out", () => {
      const nearlySoldOut = () => networkHelpers.loadFixture(openNearlySoldOut);

      it("[S5.24] sells the last token, at an exact fit", async () => {
        const sale = await nearlySoldOut();
        await mint(sale, { qty: 2n });
        expect(await sale.collection.ownerOf(100)).to.equal(sale.holder.address);
        await expectMintRefusal(sale, { qty: 1n }, "PastSupply");
      });

      it("[S5.24] sells fewer than are left", async () => {
        const sale = await nearlySoldOut();
        await mint(sale, { qty: 1n });
        expect(await sale.collection.getSupplyForPhase(openPhase.name)).to.equal(99n);
      });

      it("[S5.24] [S5.35] reverts with PastSupply one above", async () => {
        await expectMintRefusal(await nearlySoldOut(), { qty: 3n }, "PastSupply");
      });
    });

    describe("when the current phase is not set", () => {
      it("[S5.33] [S5.35] reverts with PastSupply before any phase is current", async () => {
        const sale = await networkHelpers.loadFixture(deployCollection);
        await sale.collection.toggleMint();
        await expectMintRefusal(sale, { phase: "" }, "PastSupply");
      });

      it("[S5.33] [S5.35] reverts with PastSupply in a phase of an unknown name", async () => {
        const sale = await open();
        await sale.collection.changePhase("Nowhere");
        await expectMintRefusal(sale, { phase: "Nowhere" }, "PastSupply");
      });
    });

    describe("when the authorisation is not for this mint", () => {
      it("[S5.26] [S5.35] refuses a signature by anyone but the signer", async () => {
        const sale = await open();
        await expectMintRefusal(sale, { signer: sale.stranger }, "AuthenticationFailed");
        await expectMintRefusal(sale, { signer: sale.holder }, "AuthenticationFailed");
        await expectMintRefusal(sale, { signer: sale.administrator }, "AuthenticationFailed");
      });

      it("[S5.29] refuses another minter's", async () => {
        const sale = await open();
        await expectMintRefusal(sale, { minter: sale.stranger }, "AuthenticationFailed");
      });

      it("[S5.29] refuses one for another phase, before and after the phase changes", async () => {
        const sale = await open();
        const [args] = await Promise.all([authorize(sale), sale.collection.changePhase("Later")]);
        await expectRefusalOfMint(sale, args, "AuthenticationFailed");
        await sale.collection.changePhase(openPhase.name);
        await expectMintRefusal(sale, { phase: "Later" }, "AuthenticationFailed");
        await sale.collection.connect(sale.holder).FringeMint(...args, { value: startingPrice });
      });

      it("[S5.29] refuses one for another chain", async () => {
        const sale = await open();
        const domain = { ...sale.domain, chainId: 1 };
        await expectMintRefusal(sale, { domain }, "AuthenticationFailed");
      });

      it("[S5.29] refuses one for another deployment", async () => {
        const sale = await open();
        const twin = await deployCollection();
        await expectMintRefusal(sale, { domain: twin.domain }, "AuthenticationFailed");
      });

      const changes: Record<string, (args: MintArguments) => MintArguments> = {
        quantity: ([hash, signature, id, qty]) => [hash, signature, id, qty + 1n],
        "transaction id": ([hash, signature, id, qty]) => [hash, signature, `${id}!`, qty],
        hash: ([, signature, id, qty]) => [ZeroHash, signature, id, qty],
      };
      for (const [field, change] of Object.entries(changes)) {
        it(`[S5.28] refuses a changed ${field}`, async () => {
          const sale = await open();
          const args = change(await authorize(sale));
          await expectRefusalOfMint(sale, args, "AuthenticationFailed");
        });
      }

      it("[S5.28] refuses a signed hash that is not this mint's", async () => {
        const sale = await open();
        const [, , id, qty] = await authorize(sale);
        const [otherHash, otherSignature] = await authorize(sale, { qty: 5n });
        await expectRefusalOfMint(
          sale,
          [otherHash, otherSignature, id, qty],
          "AuthenticationFailed",
        );
      });
    });

    describe("when the signature is malformed", () => {
      const malformations: Record<string, (signature: string) => string> = {
        "an empty one": () => "0x",
        "1 byte": (signature) => hexlify(getBytes(signature).slice(0, 1)),
        "63 bytes": (signature) => hexlify(getBytes(signature).slice(0, 63)),
        "64 bytes": (signature) => hexlify(getBytes(signature).slice(0, 64)),
        "66 bytes": (signature) => concat([signature, "0x00"]),
        "the same one twice": (signature) => concat([signature, signature]),
        "1,000 bytes": (signature) => concat([signature, hexlify(new Uint8Array(935))]),
        "a compact one": (signature) => Signature.from(signature).compactSerialized,
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
        "v by EIP-155": (signature) => withV(signature, Signature.from(signature).yParity + 37),
        "the other v": (signature) => withV(signature, 55 - Signature.from(signature).v),
        "its high-s twin": highTwinOf,
      };
      for (const [form, malform] of Object.entries(malformations)) {
        it(`[S5.27] refuses ${form}`, async () => {
          const sale = await open();
          const [hash, signature, id, qty] = await authorize(sale);
          await expectRefusalOfMint(
            sale,
            [hash, malform(signature), id, qty],
            "AuthenticationFailed",
          );
        });
      }

      it("[S5.27] refuses one over the digest as a personal message", async () => {
        const sale = await open();
        const [hash, , id, qty] = await authorize(sale);
        const personal = await sale.signer.signMessage(getBytes(hash));
        await expectRefusalOfMint(sale, [hash, personal, id, qty], "AuthenticationFailed");
      });

      it("[S5.27] accepts the very same one with nothing changed", async () => {
        const sale = await open();
        const args = await authorize(sale);
        await sale.collection.connect(sale.holder).FringeMint(...args, { value: startingPrice });
      });

      it("[S5.32] refuses every signature while the signer is the zero address", async () => {
        const sale = await open();
        await sale.collection.adjustSigner(ZeroAddress);
        await expectMintRefusal(sale, {}, "AuthenticationFailed");
        const [hash, , id, qty] = await authorize(sale);
        for (const signature of ["0x", hexlify(new Uint8Array(65)), toBeHex(27, 65)]) {
          await expectRefusalOfMint(sale, [hash, signature, id, qty], "AuthenticationFailed");
        }
      });
    });

    describe("when transaction ids differ a little", () => {
      const lengths = [0, 1, 31, 32, 33, 1_000];
      for (const length of lengths) {
        it(`[S3.32] [S4.45] [S5.30] takes one of ${length} bytes once, and for no other`, async () => {
          const sale = await open();
          const transactionID = "x".repeat(length);
          const similar = [`${transactionID}x`, `${transactionID}\0`, `${"y".repeat(length)}y`];
          await mint(sale, { transactionID });
          expect(await sale.collection.usedTransactions(transactionID)).to.equal(true);
          await expectMintRefusal(sale, { transactionID }, "AuthenticationFailed");
          for (const other of similar) {
            expect(await sale.collection.usedTransactions(other)).to.equal(false);
            await mint(sale, { transactionID: other });
            expect(await sale.collection.usedTransactions(other)).to.equal(true);
          }
          expect(await sale.collection.totalSupply()).to.equal(4n);
        });
      }

      it("[S5.30] does not take the last byte of a long one for nothing", async () => {
        const sale = await open();
        const transactionID = "x".repeat(1_000);
        await mint(sale, { transactionID });
        await mint(sale, { transactionID: `${transactionID.slice(0, 999)}y` });
        await expectMintRefusal(sale, { transactionID }, "AuthenticationFailed");
      });
    });

    describe("when the authorisation was used", () => {
      it("[S5.30] [S4.45] [S5.35] refuses it again", async () => {
        const sale = await open();
        const args = await authorize(sale);
        await sale.collection.connect(sale.holder).FringeMint(...args, { value: startingPrice });
        await expectRefusalOfMint(sale, args, "AuthenticationFailed");
      });

      it("[S5.30] [S4.45] refuses its transaction id to anyone, for any quantity, in any phase", async () => {
        const sale = await open();
        await mint(sale, { transactionID: "sale 1" });
        await expectMintRefusal(sale, { transactionID: "sale 1", qty: 2n }, "AuthenticationFailed");
        await sale.collection.adjustPhases("Later", 500, 600);
        await sale.collection.changePhase("Later");
        await expect(
          mint(sale, { transactionID: "sale 1", minter: sale.stranger, phase: "Later" }),
        ).to.be.revertedWithCustomError(sale.collection, "AuthenticationFailed");
      });

      it("[S5.35] accepts it after a mint that was refused", async () => {
        const sale = await open();
        const args = await authorize(sale);
        await expectRefusalOfMint(sale, args, "NotEnoughEth", { value: startingPrice - 1n });
        await sale.collection.connect(sale.holder).FringeMint(...args, { value: startingPrice });
      });
    });

    describe("when the signer changed", () => {
      it("[S5.31] refuses what the old one signed, and accepts the new one's", async () => {
        const sale = await open();
        const args = await authorize(sale);
        await sale.collection.adjustSigner(sale.operator);
        await expectRefusalOfMint(sale, args, "AuthenticationFailed");
        await mint(sale, { signer: sale.operator });
      });
    });

    describe("when several rules are broken at once", () => {
      it("names the first in the documented order", async () => {
        const sale = await networkHelpers.loadFixture(deployCollection);
        const { collection, holder } = sale;
        const broken = async (qty: bigint, signer = sale.stranger) =>
          collection
            .connect(holder)
            .FringeMint(...(await authorize(sale, { signer, qty, phase: "" })));
        const refuses = (attempt: Promise<unknown>, error: string) =>
          expect(attempt).to.be.revertedWithCustomError(collection, error);

        await refuses(broken(0n), "NotMinting");
        await collection.toggleMint();
        await collection.adjustMaxBatch(0);
        await refuses(broken(0n), "MintZeroQuantity");
        await refuses(broken(101n), "PastBoundsOfBatchLimit");
        await collection.adjustMaxBatch(maxUint256);
        await refuses(broken(101n), "AuthenticationFailed");
        await refuses(broken(101n, sale.signer), "NotEnoughEth");
        await collection.adjustPrice(0);
        await refuses(broken(101n, sale.signer), "ExceedsAllowedBatch");
        await refuses(broken(100n, sale.signer), "PastSupply");
      });

      it("names a used authorisation before a short payment, and both before the supply", async () => {
        const sale = await networkHelpers.loadFixture(openNearlySoldOut);
        const { collection, holder } = sale;
        await mint(sale, { transactionID: "used", qty: 2n });
        const attempt = async (request: MintRequest, value: bigint) =>
          collection.connect(holder).FringeMint(...(await authorize(sale, request)), { value });
        const used = attempt({ transactionID: "used", qty: 2n }, 0n);
        await expect(used).to.be.revertedWithCustomError(collection, "AuthenticationFailed");
        const short = attempt({ qty: 2n }, 0n);
        await expect(short).to.be.revertedWithCustomError(collection, "NotEnoughEth");
        const late = attempt({ qty: 2n }, 2n * startingPrice);
        await expect(late).to.be.revertedWithCustomError(collection, "PastSupply");
      });
    });

    describe("when the minter is a contract", () => {
      const calledFrom = async (sale: Sale, value: bigint, qty = 1n) => {
        const wallet = await deployWallet();
        const args = await authorize(sale, { minter: wallet, qty });
        const call = sale.collection.interface.encodeFunctionData("FringeMint", args);
        return { wallet, execute: () => wallet.execute(sale.collection, call, { value }) };
      };

      it("calls it back once a token, after all are its own", async () => {
        const sale = await open();
        const { wallet, execute } = await calledFrom(sale, 3n * startingPrice, 3n);
        const receipt = await (await execute()).wait();
        const logs = await wallet.queryFilter(wallet.filters.TokenReceived, receipt?.blockNumber);
        const operator = await addressOf(wallet);
        expect(logs.map(({ args }) => [...args])).to.deep.equal(
          [1n, 2n, 3n].map((tokenId) => [operator, ZeroAddress, tokenId, "0x"]),
        );
        expect(logs[0]?.index).to.equal(3);
      });

      it("returns its surplus after the callbacks", async () => {
        const sale = await open();
        const { wallet, execute } = await calledFrom(sale, startingPrice + 7n);
        const receipt = await (await execute()).wait();
        const names = receipt?.logs.map(
          (log) => wallet.interface.parseLog(log)?.name ?? "Transfer",
        );
        expect(names).to.deep.equal(["Transfer", "TokenReceived", "CoinReceived"]);
        expect(await ethers.provider.getBalance(wallet)).to.equal(7n);
      });

      it("[S5.35] reverts with RefundFailed when it refuses its surplus", async () => {
        const sale = await open();
        const { wallet, execute } = await calledFrom(sale, startingPrice + 1n);
        await wallet.setRefusesCoin(true);
        await expect(execute()).to.be.revertedWithCustomError(sale.collection, "RefundFailed");
        expect(await sale.collection.totalSupply()).to.equal(0n);
      });

      it("sends no coin when it pays exactly", async () => {
        const sale = await open();
        const { wallet, execute } = await calledFrom(sale, startingPrice);
        await wallet.setRefusesCoin(true);
        await execute();
        expect(await tokensOf(sale.collection, wallet)).to.deep.equal([1n]);
      });

      it("[S5.35] undoes the mint when it does not know tokens", async () => {
        const sale = await open();
        const { wallet, execute } = await calledFrom(sale, startingPrice);
        await wallet.setAnswer(walletAnswer.misunderstands);
        await expect(execute()).to.be.revertedWithCustomError(
          sale.collection,
          "TransferToNonERC721ReceiverImplementer",
        );
        expect(await sale.collection.totalSupply()).to.equal(0n);
      });

      it("passes on its own reason for refusing a token", async () => {
        const sale = await open();
        const { wallet, execute } = await calledFrom(sale, startingPrice);
        await wallet.setAnswer(walletAnswer.revertsWithReason);
        await expect(execute()).to.be.revertedWithCustomError(wallet, "TokenUnwelcome").withArgs(1);
      });

      it("[S5.34] refuses the same authorisation from within the callback", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(0);
        const wallet = await deployWallet();
        const args = await authorize(sale, { minter: wallet });
        const call = sale.collection.interface.encodeFunctionData("FringeMint", args);
        await wallet.setReentry(sale.collection, call);
        await expect(wallet.execute(sale.collection, call)).to.be.revertedWithCustomError(
          sale.collection,
          "AuthenticationFailed",
        );
        expect(await sale.collection.totalSupply()).to.equal(0n);
      });

      it("[S5.34] mints another authorisation from within the callback, with ids of its own", async () => {
        const sale = await open();
        await sale.collection.adjustPrice(0);
        const wallet = await deployWallet();
        const encode = async (qty: bigint) =>
          sale.collection.interface.encodeFunctionData(
            "FringeMint",
            await authorize(sale, { minter: wallet, qty }),
          );
        await wallet.setReentry(sale.collection, await encode(3n));
        await wallet.execute(sale.collection, await encode(2n));
        expect(await tokensOf(sale.collection, wallet)).to.deep.equal([1n, 2n, 3n, 4n, 5n]);
        expect(await allTokens(sale.collection)).to.deep.equal([1n, 2n, 3n, 4n, 5n]);
      });

      it("[S5.34] cannot pass the end of the phase from within the callback", async () => {
        const sale = await networkHelpers.loadFixture(openNearlySoldOut);
        await sale.collection.adjustPrice(0);
        const wallet = await deployWallet();
        const encode = async () =>
          sale.collection.interface.encodeFunctionData(
            "FringeMint",
            await authorize(sale, { minter: wallet, qty: 2n }),
          );
        await wallet.setReentry(sale.collection, await encode());
        await expect(wallet.execute(sale.collection, await encode())).to.be.revertedWithCustomError(
          sale.collection,
          "PastSupply",
        );
      });

      it("[S5.34] cannot withdraw the surplus that it is owed from within the callback", async () => {
        const sale = await open();
        await mint(sale, { qty: 5n });
        const { wallet, execute } = await calledFrom(sale, startingPrice + 9n);
        await sale.collection.changeWithdrawer(wallet);
        const withdrawal = sale.collection.interface.encodeFunctionData("withdrawFunds");
        await wallet.setReentry(sale.collection, withdrawal);
        await expect(execute()).to.be.revertedWithCustomError(sale.collection, "RefundFailed");
        expect(await sale.collection.totalBalance()).to.equal(5n * startingPrice);
      });
    });
  });

  describe("given the current phase is not set yet", () => {
    it("[S5.33] mints as soon as it is, though it became the current one before", async () => {
      const sale = await open();
      await sale.collection.changePhase("Later");
      await expectMintRefusal(sale, { phase: "Later" }, "PastSupply");
      await sale.collection.adjustPhases("Later", 500, 510);
      await mint(sale, { phase: "Later", qty: 2n });
      expect(await tokensOf(sale.collection, sale.holder)).to.deep.equal([500n, 501n]);
    });

    it("[S5.33] mints in the phase without a name, which is current at first", async () => {
      const sale = await networkHelpers.loadFixture(deployCollection);
      await sale.collection.toggleMint();
      await sale.collection.adjustPhases("Another", 0, 10);
      await expectMintRefusal(sale, { phase: "" }, "PastSupply");
      await sale.collection.adjustPhases("", 500, 510);
      await mint(sale, { phase: "" });
      expect(await tokensOf(sale.collection, sale.holder)).to.deep.equal([500n]);
    });
  });

  describe("given the current phase is changed while it sells", () => {
    it("[S4.43] [S5.24] follows its bounds at once", async () => {
      const sale = await open();
      await sale.collection.adjustPhases(openPhase.name, 700, 702);
      await mint(sale, { qty: 2n });
      await expectMintRefusal(sale, {}, "PastSupply");
      await sale.collection.adjustPhases(openPhase.name, 700, 703);
      await mint(sale);
      expect(await tokensOf(sale.collection, sale.holder)).to.deep.equal([700n, 701n, 702n]);
    });

    it("[S5.24] sells nothing while it is empty", async () => {
      const sale = await open();
      await sale.collection.adjustPhases(openPhase.name, 50, 50);
      await expectMintRefusal(sale, {}, "PastSupply");
    });

    it("[S4.44] [S6.25] counts gifts and mints of one phase together", async () => {
      const sale = await open();
      const { collection, holder, operator } = sale;
      await mint(sale);
      await collection.adjustPhases("Later", 500, 600);
      await collection.changePhase("Later");
      await collection.gift(openPhase.name, [operator, holder]);
      await mint(sale, { phase: "Later" });
      await collection.changePhase(openPhase.name);
      await mint(sale);
      expect(await tokensOf(collection, holder)).to.deep.equal([1n, 3n, 4n, 500n]);
      expect(await collection.getSupplyForPhase(openPhase.name)).to.equal(4n);
    });
  });

  describe("given minting is off", () => {
    it("[S5.19] [S5.35] reverts with NotMinting", async () => {
      const sale = await open();
      await sale.collection.toggleMint();
      await expectMintRefusal(sale, {}, "NotMinting");
      await sale.collection.toggleMint();
      await mint(sale);
    });
  });

  describe("given a phase of ids near 2^64", () => {
    it("mints the highest ids there are, and not past them", async () => {
      const sale = await open();
      const end = 2n ** 64n - 1n;
      await sale.collection.adjustPhases("Far Edge", end - 3n, end);
      await sale.collection.changePhase("Far Edge");
      await expectMintRefusal(sale, { phase: "Far Edge", qty: 4n }, "PastSupply");
      await mint(sale, { phase: "Far Edge", qty: 3n });
      expect(await tokensOf(sale.collection, sale.holder)).to.deep.equal([
        end - 3n,
        end - 2n,
        end - 1n,
      ]);
      await expectMintRefusal(sale, { phase: "Far Edge", qty: 1n }, "PastSupply");
    });
  });

  describe("given a phase that begins at zero", () => {
    it("mints token 0", async () => {
      const sale = await open();
      await sale.collection.adjustPhases(openPhase.name, 0, 10);
      await mint(sale);
      expect(await sale.collection.ownerOf(0)).to.equal(sale.holder.address);
      expect(await tokensOf(sale.collection, sale.holder)).to.deep.equal([0n]);
      expect(await sale.collection.tokenByIndex(0)).to.equal(0n);
    });
  });
});

/** Fixture: two tokens of the open phase are left. */
async function openNearlySoldOut(): Promise<Sale> {
  const sale = await openSale();
  const receivers = Array<string>(98).fill(sale.administrator.address);
  await sale.collection.gift(openPhase.name, receivers);
  return sale;
}

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
