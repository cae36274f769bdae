import { expect } from "chai";
import { Interface, id, ZeroAddress } from "ethers";
import { fringeDriftersAbi } from "#chain/abi";
import {
  authorize,
  deployWallet,
  mint,
  networkHelpers,
  openSale,
  type Sale,
  startingPrice,
} from "../support/collection.ts";

/** A call that reverts with each error, after its preparation. */
const catalogue: Record<
  string,
  { row: string; selector: string; provoke: (sale: Sale) => Promise<unknown> }
> = {
  ApprovalCallerNotOwnerNorApproved: {
    row: "[S8.14.1]",
    selector: "0xcfb3b942",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.stranger).approve.staticCall(sale.stranger, 1);
    },
  },
  ApprovalQueryForNonexistentToken: {
    row: "[S8.14.2]",
    selector: "0xcf4700e4",
    provoke: ({ collection }) => collection.getApproved(1),
  },
  ApprovalToCurrentOwner: {
    row: "[S8.14.3]",
    selector: "0x943f7b8c",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.holder).approve.staticCall(sale.holder, 1);
    },
  },
  ApproveToCaller: {
    row: "[S8.14.4]",
    selector: "0xb06307db",
    provoke: (sale) => as(sale, sale.holder).setApprovalForAll.staticCall(sale.holder, true),
  },
  AuthenticationFailed: {
    row: "[S8.14.5]",
    selector: "0x5e3c6325",
    provoke: async (sale) => {
      const args = await authorize(sale, { signer: sale.stranger });
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: startingPrice });
    },
  },
  BalanceQueryForZeroAddress: {
    row: "[S8.14.6]",
    selector: "0x8f4eb604",
    provoke: ({ collection }) => collection.balanceOf(ZeroAddress),
  },
  DoesNotExist: {
    row: "[S8.14.7]",
    selector: "0xb0ce7591",
    provoke: ({ collection }) => collection.tokenURI(1),
  },
  ExceedsAllowedBatch: {
    row: "[S8.14.8]",
    selector: "0x8011f1fa",
    provoke: async ({ collection, holder }) => {
      const limit = Number(await collection.HARD_BATCH_LIMIT());
      const receivers = Array<string>(limit + 1).fill(holder.address);
      return collection.gift.staticCall("First Dust", receivers);
    },
  },
  ExceedsCurrentSupply: {
    row: "[S8.14.9]",
    selector: "0x401c27c8",
    provoke: ({ collection }) => collection.tokenByIndex(0),
  },
  FailedToWithdraw: {
    row: "[S8.14.10]",
    selector: "0x2684a079",
    provoke: async (sale) => {
      const wallet = await deployWallet();
      await wallet.setRefusesCoin(true);
      await sale.collection.changeWithdrawer(wallet);
      const call = sale.collection.interface.encodeFunctionData("withdrawFunds");
      return wallet.execute.staticCall(sale.collection, call);
    },
  },
  IndexExceedsOwnerBounds: {
    row: "[S8.14.11]",
    selector: "0x6df37eaf",
    provoke: ({ collection, holder }) => collection.tokenOfOwnerByIndex(holder, 0),
  },
  MintToZeroAddress: {
    row: "[S8.14.12]",
    selector: "0x2e076300",
    provoke: ({ collection }) => collection.gift.staticCall("First Dust", [ZeroAddress]),
  },
  MintZeroQuantity: {
    row: "[S8.14.13]",
    selector: "0xb562e8dd",
    provoke: async (sale) => {
      const args = await authorize(sale, { qty: 0n });
      return as(sale, sale.holder).FringeMint.staticCall(...args);
    },
  },
  NotEnoughEth: {
    row: "[S8.14.14]",
    selector: "0xf14a42b7",
    provoke: async (sale) => {
      const args = await authorize(sale);
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: startingPrice - 1n });
    },
  },
  NotMinting: {
    row: "[S8.14.15]",
    selector: "0x803a336f",
    provoke: async (sale) => {
      await sale.collection.toggleMint();
      const args = await authorize(sale);
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: startingPrice });
    },
  },
  NotWithdrawAddress: {
    row: "[S8.14.16]",
    selector: "0x6f38d8b4",
    provoke: (sale) => as(sale, sale.stranger).withdrawFunds.staticCall(),
  },
  OwnerQueryForNonexistentToken: {
    row: "[S8.14.17]",
    selector: "0xdf2d9b42",
    provoke: ({ collection }) => collection.ownerOf(1),
  },
  PastBoundsOfBatchLimit: {
    row: "[S8.14.18]",
    selector: "0xcb106daa",
    provoke: async (sale) => {
      const args = await authorize(sale, { qty: 21n });
      return as(sale, sale.holder).FringeMint.staticCall(...args, { value: 21n * startingPrice });
    },
  },
  PastSupply: {
    row: "[S8.14.19]",
    selector: "0xfb5f8423",
    provoke: ({ collection, holder }) => collection.gift.staticCall("No Such Phase", [holder]),
  },
  TransferCallerNotOwnerNorApproved: {
    row: "[S8.14.20]",
    selector: "0x59c896be",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.stranger).transferFrom.staticCall(sale.holder, sale.stranger, 1);
    },
  },
  TransferFromIncorrectOwner: {
    row: "[S8.14.21]",
    selector: "0xa1148100",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.holder).transferFrom.staticCall(sale.stranger, sale.holder, 1);
    },
  },
  TransferToNonERC721ReceiverImplementer: {
    row: "[S8.14.22]",
    selector: "0xd1a57ed6",
    provoke: ({ collection }) => collection.gift.staticCall("First Dust", [collection]),
  },
  TransferToZeroAddress: {
    row: "[S8.14.23]",
    selector: "0xea553b34",
    provoke: async (sale) => {
      await mint(sale);
      return as(sale, sale.holder).transferFrom.staticCall(sale.holder, ZeroAddress, 1);
    },
  },
};

describe("the error catalogue", () => {
  for (const [name, { row, selector, provoke }] of Object.entries(catalogue)) {
    it(`${row} [S8.16] ${name} reverts with ${selector} as the only data`, async () => {
      const sale = await networkHelpers.loadFixture(openSale);
      expect(await revertDataOf(provoke(sale))).to.equal(selector);
    });
  }

  it("[S8.15] has 23 errors without arguments, each declared in the interface", () => {
    const declared = new Interface(fringeDriftersAbi);
    expect(Object.keys(catalogue)).to.have.length(23);
    for (const [name, { selector }] of Object.entries(catalogue)) {
      expect(declared.getError(name)?.format()).to.equal(`${name}()`);
      expect(id(`${name}()`).slice(0, 10)).to.equal(selector);
    }
  });
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
