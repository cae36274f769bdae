import { expect } from "chai";
import { ZeroAddress } from "ethers";
import {
  deployWallet,
  ethers,
  mint,
  networkHelpers,
  openSale,
  type Sale,
  startingPrice,
} from "../support/contracts/collection.ts";

/** How `Coin` responds to a transfer; mirrors its enum. */
const behavior = { returnsTrue: 0, returnsNothing: 1, returnsFalse: 2, reverts: 3 } as const;

describe("money", () => {
  const sold = () => networkHelpers.loadFixture(openWithCoin);

  describe("totalBalance", () => {
    it("[S3.23] returns the contract's Ether balance", async () => {
      const { collection } = await sold();
      expect(await collection.totalBalance()).to.equal(3n * startingPrice);
      expect(await ethers.provider.getBalance(collection)).to.equal(3n * startingPrice);
    });
  });

  describe("forced Ether", () => {
    it("[S3.23] [S6.21] counts toward the balance, and can be withdrawn", async () => {
      const { collection, operator } = await sold();
      await networkHelpers.setBalance(await collection.getAddress(), 7n * startingPrice);
      expect(await collection.totalBalance()).to.equal(7n * startingPrice);
      await collection.changeWithdrawer(operator);
      await expect(collection.connect(operator).withdrawFunds()).to.changeEtherBalances(
        ethers,
        [operator, collection],
        [7n * startingPrice, -7n * startingPrice],
      );
    });
  });

  describe("withdrawal to a contract", () => {
    it("[S6.21] [S6.22] sends Ether and ERC-20 tokens", async () => {
      const { collection } = await sold();
      const wallet = await deployWallet();
      await collection.changeWithdrawer(wallet);
      const coin = await coinHeldBy(collection, behavior.returnsTrue);
      const { interface: abi } = collection;
      await wallet.execute(collection, abi.encodeFunctionData("withdrawFunds"));
      await wallet.execute(
        collection,
        abi.encodeFunctionData("withdrawERC20", [await coin.getAddress()]),
      );
      expect(await ethers.provider.getBalance(wallet)).to.equal(3n * startingPrice);
      expect(await coin.balanceOf(wallet)).to.equal(1_000n);
    });

    it("[S6.21] sends Ether once, even if the recipient contract withdraws again on receipt", async () => {
      const { collection } = await sold();
      const eager = await ethers.deployContract("ReentrantWithdrawer", [collection]);
      await collection.changeWithdrawer(eager);
      const receipt = await (await eager.withdrawFunds()).wait();
      const payments = await collection.queryFilter(
        collection.filters.FundsWithdrawn,
        receipt?.blockNumber,
      );
      expect(payments.map(({ args }) => args.amount)).to.deep.equal([3n * startingPrice, 0n]);
      expect(await ethers.provider.getBalance(eager)).to.equal(3n * startingPrice);
      expect(await collection.totalBalance()).to.equal(0n);
    });

    it("[S6.19] [S6.24] reverts when an ERC-20 token withdraws again during its own transfer", async () => {
      const { collection } = await sold();
      const eager = await ethers.deployContract("ReentrantWithdrawer", [collection]);
      await expect(collection.withdrawERC20(eager)).to.be.revertedWithCustomError(
        collection,
        "FailedToWithdraw",
      );
      expect(await eager.balanceOf(collection)).to.equal(1_000n);
      expect(await collection.totalBalance()).to.equal(3n * startingPrice);
    });
  });

  describe("withdrawFunds", () => {
    it("[S6.21] sends the full balance to the withdraw address, and emits an event", async () => {
      const { collection, operator } = await sold();
      await collection.changeWithdrawer(operator);
      const withdrawal = collection.connect(operator).withdrawFunds();
      await expect(withdrawal).to.changeEtherBalances(
        ethers,
        [operator, collection],
        [3n * startingPrice, -3n * startingPrice],
      );
      await expect(withdrawal)
        .to.emit(collection, "FundsWithdrawn")
        .withArgs(operator.address, 3n * startingPrice);
      expect(await collection.totalBalance()).to.equal(0n);
    });

    it("[S6.18] reverts with NotWithdrawAddress for any other caller", async () => {
      const { collection, stranger, holder, signer } = await sold();
      for (const caller of [stranger, holder, signer]) {
        await expect(collection.connect(caller).withdrawFunds()).to.be.revertedWithCustomError(
          collection,
          "NotWithdrawAddress",
        );
      }
      expect(await collection.totalBalance()).to.equal(3n * startingPrice);
    });

    it("[S6.20] reverts with NotWithdrawAddress for an owner who is not the withdraw address", async () => {
      const { collection, operator } = await sold();
      await collection.changeWithdrawer(operator);
      await expect(collection.withdrawFunds()).to.be.revertedWithCustomError(
        collection,
        "NotWithdrawAddress",
      );
    });

    it("[S6.24] [S8.16] reverts with FailedToWithdraw and sends nothing when the receiver rejects the payment", async () => {
      const { collection } = await sold();
      const wallet = await deployWallet();
      await wallet.setRejectsCoin(true);
      await collection.changeWithdrawer(wallet);
      const call = collection.interface.encodeFunctionData("withdrawFunds");
      await expect(wallet.execute(collection, call)).to.be.revertedWithCustomError(
        collection,
        "FailedToWithdraw",
      );
      expect(await collection.totalBalance()).to.equal(3n * startingPrice);
    });
  });

  describe("withdrawERC20", () => {
    const paying = ["returnsTrue", "returnsNothing"] as const;
    for (const name of paying) {
      it(`[S6.22] sends the full balance of a token whose transfer ${name}`, async () => {
        const { collection, operator } = await sold();
        await collection.changeWithdrawer(operator);
        const coin = await coinHeldBy(collection, behavior[name]);
        await collection.connect(operator).withdrawERC20(coin);
        expect(await coin.balanceOf(operator)).to.equal(1_000n);
        expect(await coin.balanceOf(collection)).to.equal(0n);
        expect(await collection.totalBalance()).to.equal(3n * startingPrice);
      });
    }

    const rejecting = ["returnsFalse", "reverts"] as const;
    for (const name of rejecting) {
      it(`[S6.24] reverts with FailedToWithdraw when the token's transfer ${name}`, async () => {
        const { collection } = await sold();
        const coin = await coinHeldBy(collection, behavior[name]);
        await expect(collection.withdrawERC20(coin)).to.be.revertedWithCustomError(
          collection,
          "FailedToWithdraw",
        );
        expect(await coin.balanceOf(collection)).to.equal(1_000n);
      });
    }

    const responses = {
      "returns two, which is not a boolean": `0x${"00".repeat(31)}02`,
      "returns 32 bytes of ones": `0x${"ff".repeat(32)}`,
      "returns true in one byte": "0x01",
    };
    for (const [does, response] of Object.entries(responses)) {
      it(`[S6.24] reverts with FailedToWithdraw when the token's transfer ${does}`, async () => {
        const { collection } = await sold();
        const coin = await ethers.deployContract("PeculiarCoin", [response]);
        await expect(collection.withdrawERC20(coin)).to.be.revertedWithCustomError(
          collection,
          "FailedToWithdraw",
        );
      });
    }

    it("[S6.24] reverts when the token has no balanceOf", async () => {
      const { collection } = await sold();
      const mute = await ethers.deployContract("MuteContract");
      await expect(collection.withdrawERC20(mute)).to.revert(ethers);
      await expect(collection.withdrawERC20(collection)).to.revert(ethers);
    });

    it("[S6.24] reverts with FailedToWithdraw when the token is not a contract", async () => {
      const { collection, stranger } = await sold();
      for (const token of [ZeroAddress, stranger]) {
        await expect(collection.withdrawERC20(token)).to.be.revertedWithCustomError(
          collection,
          "FailedToWithdraw",
        );
      }
    });

    it("[S6.19] [S6.20] reverts with NotWithdrawAddress for any other caller, including the owner", async () => {
      const { collection, stranger, operator, administrator } = await sold();
      await collection.changeWithdrawer(operator);
      const coin = await coinHeldBy(collection, behavior.returnsTrue);
      for (const caller of [stranger, administrator]) {
        for (const token of [coin, ZeroAddress]) {
          await expect(
            collection.connect(caller).withdrawERC20(token),
          ).to.be.revertedWithCustomError(collection, "NotWithdrawAddress");
        }
      }
      expect(await coin.balanceOf(collection)).to.equal(1_000n);
    });
  });

  describe("changeWithdrawer", () => {
    it("[S6.23] transfers the right, and rejects the previous address afterwards", async () => {
      const { collection, operator, stranger } = await sold();
      await collection.changeWithdrawer(operator);
      await collection.changeWithdrawer(stranger);
      await expect(collection.connect(operator).withdrawFunds()).to.be.revertedWithCustomError(
        collection,
        "NotWithdrawAddress",
      );
      await collection.connect(stranger).withdrawFunds();
      expect(await collection.totalBalance()).to.equal(0n);
    });

    it("[S6.23] blocks withdrawals while the withdraw address is zero", async () => {
      const { collection, administrator } = await sold();
      await collection.changeWithdrawer(ZeroAddress);
      await expect(collection.withdrawFunds()).to.be.revertedWithCustomError(
        collection,
        "NotWithdrawAddress",
      );
      await collection.changeWithdrawer(administrator);
      await collection.withdrawFunds();
      expect(await collection.totalBalance()).to.equal(0n);
    });

    it("[S6.12] preserves the withdraw address when ownership is transferred", async () => {
      const { collection, administrator, operator } = await sold();
      await collection.transferOwnership(operator);
      expect(await collection.withdrawAddress()).to.equal(administrator.address);
      await collection.connect(operator).changeWithdrawer(operator);
      await collection.connect(operator).withdrawFunds();
      expect(await collection.totalBalance()).to.equal(0n);
    });
  });
});

/** Fixture: three tokens are sold. */
async function openWithCoin(): Promise<Sale> {
  const sale = await openSale();
  await mint(sale, { qty: 3n });
  return sale;
}

async function coinHeldBy(collection: Sale["collection"], behavior: number) {
  const coin = await ethers.deployContract("Coin", [behavior]);
  await coin.mint(collection, 1_000);
  return coin;
}
