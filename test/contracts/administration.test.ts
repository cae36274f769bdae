import { expect } from "chai";
import { FunctionFragment, MaxUint256, type ParamType, ZeroAddress } from "ethers";
import type { CollectionContract } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import {
  mint,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
} from "../support/contracts/collection.ts";
import { errorName } from "../support/contracts/errorName.ts";

interface Act {
  /** The requirement that the test proves, if any. */
  row?: `[${string}]`;
  does: string;
  /** Calls the function from the account connected to the contract. */
  call: (collection: CollectionContract, sale: Sale) => Promise<unknown>;
  /** Reads the state that the call changes. */
  read: (collection: CollectionContract, sale: Sale) => Promise<unknown>;
  /** The state after a successful call. */
  expected: (sale: Sale) => unknown;
  event: string;
  /** The event's arguments, if other tests do not compare them. */
  args?: (sale: Sale) => unknown[];
}

const acts: Record<string, Act> = {
  adjustMaxBatch: {
    row: "[S6.7]",
    does: "sets MAXBATCH",
    call: (collection) => collection.adjustMaxBatch(5),
    read: (collection) => collection.MAXBATCH(),
    expected: () => 5n,
    event: "MaxBatchChanged",
    args: () => [5n],
  },
  adjustPhases: {
    row: "[S6.8]",
    does: "sets the bounds of a phase",
    call: (collection) => collection.adjustPhases("Later", 200, 300),
    read: async (collection) => [...(await collection.AllPhases("Later"))],
    expected: () => [200n, 300n, 0n],
    event: "PhaseAdjusted",
  },
  adjustPrice: {
    row: "[S6.9]",
    does: "sets the price",
    call: (collection) => collection.adjustPrice(7),
    read: (collection) => collection[collectionConfig.priceFunction](),
    expected: () => 7n,
    event: "PriceChanged",
    args: () => [7n],
  },
  adjustSigner: {
    row: "[S6.10]",
    does: "sets the signer",
    call: (collection, { operator }) => collection.adjustSigner(operator),
    read: (collection) => collection.signerAddress(),
    expected: ({ operator }) => operator.address,
    event: "SignerChanged",
    args: ({ operator }) => [operator.address],
  },
  changePhase: {
    row: "[S6.11]",
    does: "sets CURRENTPHASE",
    call: (collection) => collection.changePhase("Later"),
    read: (collection) => collection.CURRENTPHASE(),
    expected: () => "Later",
    event: "PhaseChanged",
  },
  changeWithdrawer: {
    row: "[S6.12]",
    does: "sets the withdraw address",
    call: (collection, { operator }) => collection.changeWithdrawer(operator),
    read: (collection) => collection.withdrawAddress(),
    expected: ({ operator }) => operator.address,
    event: "WithdrawAddressChanged",
    args: ({ operator }) => [operator.address],
  },
  gift: {
    row: "[S6.13]",
    does: "mints a token",
    call: (collection, { operator }) => collection.gift(openPhase.name, [operator]),
    read: (collection, { operator }) => collection.balanceOf(operator),
    expected: () => 1n,
    event: "Transfer",
  },
  setBaseURI: {
    row: "[S6.14]",
    does: "sets the base URI of tokens",
    call: (collection) => collection.setBaseURI("ipfs://drifters/"),
    read: (collection) => collection.tokenURI(1),
    expected: () => "ipfs://drifters/1.json",
    event: "BatchMetadataUpdate",
    args: () => [0n, MaxUint256],
  },
  announceUpdatedMetadata: {
    does: "announces a token's changed metadata file",
    call: (collection) => collection.announceUpdatedMetadata(1, 1),
    read: (collection) => collection.tokenURI(1),
    expected: () => "https://drifters.example/metadata/1.json",
    event: "MetadataUpdate",
    args: () => [1n],
  },
  setRoyalty: {
    does: "sets the royalty",
    call: (collection, { operator }) => collection.setRoyalty(operator, 250),
    read: async (collection) => [...(await collection.royalty())],
    expected: ({ operator }) => [operator.address, 250n],
    event: "RoyaltyChanged",
    args: ({ operator }) => [operator.address, 250n],
  },
  toggleMint: {
    row: "[S6.15]",
    does: "toggles minting",
    call: (collection) => collection.toggleMint(),
    read: (collection) => collection.isMinting(),
    expected: () => false,
    event: "MintingToggled",
  },
  transferOwnership: {
    row: "[S6.16]",
    does: "transfers the ownership",
    call: (collection, { operator }) => collection.transferOwnership(operator),
    read: (collection) => collection.owner(),
    expected: ({ operator }) => operator.address,
    event: "OwnershipTransferred",
  },
  renounceOwnership: {
    row: "[S6.17]",
    does: "removes the owner",
    call: (collection) => collection.renounceOwnership(),
    read: (collection) => collection.owner(),
    expected: () => ZeroAddress,
    event: "OwnershipTransferred",
  },
};

describe("administration", () => {
  const open = () => networkHelpers.loadFixture(openWithToken);

  for (const [name, act] of Object.entries(acts)) {
    const { row, does, call, read, expected, event, args } = act;
    const prefix = row === undefined ? "" : `${row} `;
    describe(name, () => {
      it(`${prefix}${does} when the owner calls, and emits ${event}`, async () => {
        const sale = await open();
        const emitted = expect(call(sale.collection, sale)).to.emit(sale.collection, event);
        await (args ? emitted.withArgs(...args(sale)) : emitted);
        expect(await read(sale.collection, sale)).to.deep.equal(expected(sale));
      });

      it(`${prefix}reverts with OwnableUnauthorizedAccount for anyone else, and changes nothing`, async () => {
        const sale = await open();
        const before = await read(sale.collection, sale);
        for (const caller of [sale.stranger, sale.signer, sale.holder]) {
          await expect(call(sale.collection.connect(caller), sale))
            .to.be.revertedWithCustomError(sale.collection, "OwnableUnauthorizedAccount")
            .withArgs(caller.address);
        }
        expect(await read(sale.collection, sale)).to.deep.equal(before);
      });
    });
  }

  it("lists every owner-only function", async () => {
    const { collection, stranger } = await open();
    const missing: string[] = [];
    for (const fragment of collection.interface.fragments) {
      if (!FunctionFragment.isFragment(fragment) || fragment.constant || fragment.name in acts)
        continue;
      const call = collection.connect(stranger).getFunction(fragment.format());
      const rejection = await call
        .staticCall(...fragment.inputs.map(anyValue))
        .catch((error) => errorName(collection, error));
      if (rejection === "OwnableUnauthorizedAccount") missing.push(fragment.name);
    }
    expect(missing, "Add them to acts in test/contracts/administration.test.ts").to.deep.equal([]);
  });

  describe("transferOwnership", () => {
    it("[S6.29] [S3.35] transfers every right to the new owner, and emits OwnershipTransferred", async () => {
      const sale = await open();
      const { collection, administrator, operator } = sale;
      await expect(collection.transferOwnership(operator))
        .to.emit(collection, "OwnershipTransferred")
        .withArgs(administrator.address, operator.address);
      for (const [name, { call }] of Object.entries(acts)) {
        if (name === "renounceOwnership" || name === "transferOwnership") continue;
        await expect(call(collection, sale)).to.be.revertedWithCustomError(
          collection,
          "OwnableUnauthorizedAccount",
        );
        await call(collection.connect(operator), sale);
      }
    });

    it("rejects the zero address with OwnableInvalidOwner", async () => {
      const { collection } = await open();
      await expect(collection.transferOwnership(ZeroAddress))
        .to.be.revertedWithCustomError(collection, "OwnableInvalidOwner")
        .withArgs(ZeroAddress);
    });
  });

  describe("renounceOwnership", () => {
    it("[S6.29] [S3.35] removes the owner, and does not affect the sale", async () => {
      const sale = await open();
      const { collection, administrator } = sale;
      await expect(collection.renounceOwnership())
        .to.emit(collection, "OwnershipTransferred")
        .withArgs(administrator.address, ZeroAddress);
      await expect(collection.toggleMint()).to.be.revertedWithCustomError(
        collection,
        "OwnableUnauthorizedAccount",
      );
      await mint(sale);
      await collection.withdrawFunds();
    });
  });
});

/** Returns a sample value of a parameter's type. */
function anyValue({ baseType, type, components }: ParamType): unknown {
  if (baseType === "array") return [];
  if (baseType === "tuple") return components?.map(anyValue);
  if (type === "address") return ZeroAddress;
  if (type === "string") return "";
  if (type === "bool") return false;
  return type.startsWith("bytes") ? `0x${"00".repeat(Number(type.slice("bytes".length)))}` : 0;
}

/** Fixture: the open sale, where the holder owns token 1. */
async function openWithToken(): Promise<Sale> {
  const sale = await openSale();
  await mint(sale);
  return sale;
}
