import { expect } from "chai";
import { id, ZeroAddress } from "ethers";
import {
  authorize,
  deployWallet,
  mint,
  networkHelpers,
  openSale,
  type Sale,
  startingPrice,
} from "../support/contracts/collection.ts";

/** A call that reverts with each error, after its preparation. */
const catalogue: Record<string, { row: string; provoke: (sale: Sale) => Promise<unknown> }> = {
  ApprovalCallerNotOwnerNorApproved: {
    row: "[S8.14.1]",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.stranger).approve.staticCall(sale.stranger, 1);
    },
  },
  ApprovalQueryForNonexistentToken: {
    row: "[S8.14.2]",
    provoke: ({ collection }) => collection.getApproved(1),
  },
  ApprovalToCurrentOwner: {
    row: "[S8.14.3]",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.holder).approve.staticCall(sale.holder, 1);
    },
  },
  ApproveToCaller: {
    row: "[S8.14.4]",
    provoke: (sale) => as(sale, sale.holder).setApprovalForAll.staticCall(sale.holder, true),
  },
  AuthenticationFailed: {
    row: "[S8.14.5]",
    provoke: async (sale) => {
      const args = await authorize(sale, { signer: sale.stranger });
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: startingPrice });
    },
  },
  BalanceQueryForZeroAddress: {
    row: "[S8.14.6]",
    provoke: ({ collection }) => collection.balanceOf(ZeroAddress),
  },
  DoesNotExist: {
    row: "[S8.14.7]",
    provoke: ({ collection }) => collection.tokenURI(1),
  },
  ExceedsAllowedBatch: {
    row: "[S8.14.8]",
    provoke: async ({ collection, holder }) => {
      const limit = Number(await collection.HARD_BATCH_LIMIT());
      const receivers = Array<string>(limit + 1).fill(holder.address);
      return collection.gift.staticCall("First Dust", receivers);
    },
  },
  ExceedsCurrentSupply: {
    row: "[S8.14.9]",
    provoke: ({ collection }) => collection.tokenByIndex(0),
  },
  FailedToWithdraw: {
    row: "[S8.14.10]",
    provoke: async (sale) => {
      const wallet = await deployWallet();
      await wallet.setRejectsCoin(true);
      await sale.collection.changeWithdrawer(wallet);
      const call = sale.collection.interface.encodeFunctionData("withdrawFunds");
      return wallet.execute.staticCall(sale.collection, call);
    },
  },
  IndexExceedsOwnerBounds: {
    row: "[S8.14.11]",
    provoke: ({ collection, holder }) => collection.tokenOfOwnerByIndex(holder, 0),
  },
  MintToZeroAddress: {
    row: "[S8.14.12]",
    provoke: ({ collection }) => collection.gift.staticCall("First Dust", [ZeroAddress]),
  },
  MintZeroQuantity: {
    row: "[S8.14.13]",
    provoke: async (sale) => {
      const args = await authorize(sale, { qty: 0n });
      return as(sale, sale.holder).FringeMint.staticCall(...args);
    },
  },
  NotEnoughEth: {
    row: "[S8.14.14]",
    provoke: async (sale) => {
      const args = await authorize(sale);
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: startingPrice - 1n });
    },
  },
  NotMinting: {
    row: "[S8.14.15]",
    provoke: async (sale) => {
      await sale.collection.toggleMint();
      const args = await authorize(sale);
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: startingPrice });
    },
  },
  NotWithdrawAddress: {
    row: "[S8.14.16]",
    provoke: (sale) => as(sale, sale.stranger).withdrawFunds.staticCall(),
  },
  OwnerQueryForNonexistentToken: {
    row: "[S8.14.17]",
    provoke: ({ collection }) => collection.ownerOf(1),
  },
  PastBoundsOfBatchLimit: {
    row: "[S8.14.18]",
    provoke: async (sale) => {
      const args = await authorize(sale, { qty: 21n });
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: 21n * startingPrice });
    },
  },
  PastSupply: {
    row: "[S8.14.19]",
    provoke: ({ collection, holder }) => collection.gift.staticCall("No Such Phase", [holder]),
  },
  TransferCallerNotOwnerNorApproved: {
    row: "[S8.14.20]",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.stranger).transferFrom.staticCall(sale.holder, sale.stranger, 1);
    },
  },
  TransferFromIncorrectOwner: {
    row: "[S8.14.21]",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.holder).transferFrom.staticCall(sale.stranger, sale.holder, 1);
    },
  },
  TransferToNonERC721ReceiverImplementer: {
    row: "[S8.14.22]",
    provoke: ({ collection }) => collection.gift.staticCall("First Dust", [collection]),
  },
  TransferToZeroAddress: {
    row: "[S8.14.23]",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.holder).transferFrom.staticCall(sale.holder, ZeroAddress, 1);
    },
  },
};

describe("the error catalogue", () => {
  for (const [name, { row, provoke }] of Object.entries(catalogue)) {
    it(`${row} [S8.16] ${name} is the call's complete revert data`, async () => {
      const sale = await networkHelpers.loadFixture(openSale);
      expect(await revertDataOf(provoke(sale))).to.equal(id(`${name}()`).slice(0, 10));
    });
  }
});

function as({ collection }: Sale, account: Sale["holder"]) {
  return collection.connect(account);
}

async function revertDataOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && "data" in error) return error.data;
    throw error;
  }
  throw new Error("The call did not revert.");
}
