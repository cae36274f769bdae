import { expect } from "chai";
import { ZeroAddress } from "ethers";
import {
  addressOf,
  deployWallet,
  ethers,
  networkHelpers,
  openWithTokens,
  provider,
  type Sale,
  tokensOf,
  walletResponse,
} from "../support/contracts/collection.ts";

const token = 2n;

/** The highest number of transfers that the contract counts. */
const transferLimit = 127;

describe("transfers", () => {
  const withTokens = () => networkHelpers.loadFixture(openWithTokens);

  /** Common type of the three transfer functions. */
  const ways = {
    transferFrom: ({ collection }: Sale, caller: Account, from: Account, to: Party, id = token) =>
      collection.connect(caller).transferFrom(from, to, id),
    safeTransferFrom: (
      { collection }: Sale,
      caller: Account,
      from: Account,
      to: Party,
      id = token,
    ) => collection.connect(caller)["safeTransferFrom(address,address,uint256)"](from, to, id),
    "safeTransferFrom with data": (
      { collection }: Sale,
      caller: Account,
      from: Account,
      to: Party,
      id = token,
    ) =>
      collection
        .connect(caller)
        ["safeTransferFrom(address,address,uint256,bytes)"](from, to, id, "0xd21f"),
  };

  for (const [name, transfer] of Object.entries(ways)) {
    describe(name, () => {
      it("[S6.28] [S3.36] [S3.8] transfers the holder's token, and emits only a Transfer event", async () => {
        const sale = await withTokens();
        const { collection, holder, stranger } = sale;
        const transaction = await transfer(sale, holder, holder, stranger);
        await expect(transaction)
          .to.emit(collection, "Transfer")
          .withArgs(holder.address, stranger.address, token);
        expect((await transaction.wait())?.logs).to.have.length(1);
        expect(await collection.ownerOf(token)).to.equal(stranger.address);
        expect(await collection.ownerOf(1)).to.equal(holder.address);
        expect(await collection.ownerOf(3)).to.equal(holder.address);
      });

      it("[S6.28] allows the approved address to transfer only that token", async () => {
        const sale = await withTokens();
        const { collection, holder, operator, stranger } = sale;
        await collection.connect(holder).approve(operator, token);
        await expect(transfer(sale, operator, holder, stranger, 1n)).to.be.revertedWithCustomError(
          collection,
          "TransferCallerNotOwnerNorApproved",
        );
        await transfer(sale, operator, holder, stranger);
        expect(await collection.ownerOf(token)).to.equal(stranger.address);
      });

      it("[S6.28] allows an operator to transfer any token until revoked", async () => {
        const sale = await withTokens();
        const { collection, holder, operator, stranger } = sale;
        await collection.connect(holder).setApprovalForAll(operator, true);
        await transfer(sale, operator, holder, stranger);
        await collection.connect(holder).setApprovalForAll(operator, false);
        await expect(transfer(sale, operator, holder, stranger, 1n)).to.be.revertedWithCustomError(
          collection,
          "TransferCallerNotOwnerNorApproved",
        );
      });

      it("[S5.35] rejects a stranger and the contract's owner with TransferCallerNotOwnerNorApproved", async () => {
        const sale = await withTokens();
        const { collection, holder, stranger, administrator } = sale;
        for (const caller of [stranger, administrator]) {
          await expect(transfer(sale, caller, holder, caller)).to.be.revertedWithCustomError(
            collection,
            "TransferCallerNotOwnerNorApproved",
          );
        }
        expect(await tokensOf(collection, holder)).to.deep.equal([1n, 2n, 3n]);
      });

      it("rejects a wrong owner with TransferFromIncorrectOwner for any caller", async () => {
        const sale = await withTokens();
        const { collection, holder, stranger } = sale;
        for (const caller of [holder, stranger]) {
          await expect(transfer(sale, caller, stranger, holder)).to.be.revertedWithCustomError(
            collection,
            "TransferFromIncorrectOwner",
          );
        }
      });

      it("rejects the zero address with TransferToZeroAddress", async () => {
        const sale = await withTokens();
        await expect(
          transfer(sale, sale.holder, sale.holder, ZeroAddress),
        ).to.be.revertedWithCustomError(sale.collection, "TransferToZeroAddress");
      });

      it("rejects a nonexistent token with OwnerQueryForNonexistentToken", async () => {
        const sale = await withTokens();
        for (const id of [0n, 4n, 2n ** 64n + token]) {
          await expect(
            transfer(sale, sale.holder, sale.holder, sale.stranger, id),
          ).to.be.revertedWithCustomError(sale.collection, "OwnerQueryForNonexistentToken");
        }
      });
    });
  }

  describe("transferFrom", () => {
    it("[S3.26] never restores an approval, regardless of later transfers", async () => {
      const { collection, holder, operator } = await withTokens();
      await collection.connect(holder).approve(operator, token);
      const move = await collection.transferFrom.populateTransaction(holder, holder, token);
      const params = [{ from: holder.address, to: move.to, data: move.data }];
      for (let transfers = 0; transfers <= transferLimit; transfers++) {
        await provider.request({ method: "eth_sendTransaction", params });
      }
      // From here on, the transfer count is at its maximum.
      for (let transfers = 0; transfers < 2; transfers++) {
        expect(await collection.getApproved(token)).to.equal(ZeroAddress);
        await collection.connect(holder).approve(operator, token);
        await collection.connect(holder).transferFrom(holder, holder, token);
      }
      expect(await collection.getApproved(token)).to.equal(ZeroAddress);
    });
  });

  describe("safeTransferFrom", () => {
    it("calls onERC721Received with operator, sender and token ID, after the transfer", async () => {
      const sale = await withTokens();
      const { collection, holder, operator } = sale;
      const wallet = await deployWallet();
      await collection.connect(holder).approve(operator, token);
      await expect(ways.safeTransferFrom(sale, operator, holder, wallet))
        .to.emit(wallet, "TokenReceived")
        .withArgs(operator.address, holder.address, token, "0x");
      expect(await tokensOf(collection, wallet)).to.deep.equal([token]);
    });

    it("passes its data to the receiver", async () => {
      const sale = await withTokens();
      const wallet = await deployWallet();
      await expect(ways["safeTransferFrom with data"](sale, sale.holder, sale.holder, wallet))
        .to.emit(wallet, "TokenReceived")
        .withArgs(sale.holder.address, sale.holder.address, token, "0xd21f");
    });

    it("allows a receiver to transfer the token from within the callback", async () => {
      const sale = await withTokens();
      const { collection, holder, stranger } = sale;
      const wallet = await deployWallet();
      const onward = collection.interface.encodeFunctionData("transferFrom", [
        await addressOf(wallet),
        stranger.address,
        token,
      ]);
      await wallet.setReentry(collection, onward);
      await ways.safeTransferFrom(sale, holder, holder, wallet);
      expect(await collection.ownerOf(token)).to.equal(stranger.address);
      expect(await tokensOf(collection, wallet)).to.deep.equal([]);
    });

    const reasons = {
      "of one byte": "0xaa",
      "with a panic code": `0x4e487b71${"00".repeat(31)}01`,
      "of a thousand bytes": `0x${"d2".repeat(1_000)}`,
    };
    for (const [kind, reason] of Object.entries(reasons)) {
      it(`[S5.35] bubbles up a receiver's revert reason ${kind} unchanged`, async () => {
        const sale = await withTokens();
        const { collection, holder } = sale;
        const receiver = await literal(reason, true);
        const attempt = collection
          .connect(holder)
          ["safeTransferFrom(address,address,uint256)"].staticCall(holder, receiver, token);
        const error: unknown = await attempt.catch((caught: unknown) => caught);
        expect(error).to.have.property("data", reason);
        expect(await collection.ownerOf(token)).to.equal(holder.address);
      });
    }

    const nonReceivers = {
      "a receiver that returns the selector right-aligned": () =>
        literal(`0x${"00".repeat(28)}${receiverMagicValue.slice(2)}`),
      "a receiver that returns the selector with other bytes in the same word": () =>
        literal(`${receiverMagicValue}${"00".repeat(27)}01`),
      "a receiver that returns three bytes": () => literal(receiverMagicValue.slice(0, 8)),
      "a receiver that returns the selector without padding": () => literal(receiverMagicValue),
      "a receiver that returns the selector in 31 bytes": () =>
        literal(`${receiverMagicValue}${"00".repeat(27)}`),
      "a contract without onERC721Received": async ({ collection }: Sale) => collection,
      "a contract that returns nothing from every call": () =>
        ethers.deployContract("MuteContract"),
      "a receiver that returns another selector": () => walletThat("misunderstands"),
      "a receiver that reverts without a reason": () => walletThat("revertsSilently"),
    };
    for (const [receiver, deploy] of Object.entries(nonReceivers)) {
      it(`[S5.35] rejects ${receiver} with TransferToNonERC721ReceiverImplementer`, async () => {
        const sale = await withTokens();
        const { collection, holder } = sale;
        await expect(
          ways.safeTransferFrom(sale, holder, holder, await deploy(sale)),
        ).to.be.revertedWithCustomError(collection, "TransferToNonERC721ReceiverImplementer");
        expect(await collection.ownerOf(token)).to.equal(holder.address);
      });
    }

    for (const padding of [0, 27]) {
      it(`[S5.35] rejects the selector in ${4 + padding} bytes, even for token 0`, async () => {
        const response = `${receiverMagicValue}${"00".repeat(padding)}`;
        const { collection, holder } = await withTokens();
        await collection.adjustPhases("Zero", 0, 1);
        await collection.gift("Zero", [holder]);
        await expect(
          collection
            .connect(holder)
            ["safeTransferFrom(address,address,uint256)"](holder, await literal(response), 0),
        ).to.be.revertedWithCustomError(collection, "TransferToNonERC721ReceiverImplementer");
      });
    }
  });
});

type Account = Sale["holder"];
type Party = Parameters<Sale["collection"]["transferFrom"]>[1];

/** Selector of `onERC721Received`, which a receiver must return. */
const receiverMagicValue = "0x150b7a02";

/** Deploys a contract that returns these bytes from every call. */
function literal(response: string, reverts = false) {
  return ethers.deployContract("LiteralContract", [response, reverts]);
}

async function walletThat(response: keyof typeof walletResponse) {
  const wallet = await deployWallet();
  await wallet.setResponse(walletResponse[response]);
  return wallet;
}
