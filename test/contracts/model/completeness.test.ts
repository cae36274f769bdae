import { expect } from "chai";
import fc from "fast-check";
import { toFunctionSignature } from "viem";
import { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import { anyAction } from "./actions.ts";
import { CollectionModel } from "./collectionModel.ts";
import { viewsOf } from "./collectionUnderTest.ts";

const account = "0x00000000000000000000000000000000000000aa";
const cast = { administrator: account, people: [account], wallets: [account], signers: [account] };

// The comparison cannot detect functions that the model lacks, so these tests check that it has all.
describe("TypeScript model", () => {
  it("covers every call that changes state", () => {
    const actions = fc.sample(anyAction(cast), { numRuns: 3_000, seed: 1 });
    const calls = actions.flatMap((action) =>
      action.kind === "call"
        ? action.call
        : action.kind === "mint"
          ? collectionConfig.mintFunction
          : [],
    );
    // After renouncing ownership, most calls would revert; the model has no ERC-20 tokens.
    const proved = {
      "administration.test.ts": "renounceOwnership",
      "money.test.ts": "withdrawERC20",
    };
    expect(sorted([...calls, ...Object.values(proved)])).to.deep.equal(
      functionsThat("nonpayable", "payable"),
    );
  });

  it("covers every view", () => {
    const model = new CollectionModel(account, account, "");
    const views = [...viewsOf({ model, cast })].map(([name]) => name);
    const constants = ["name", "symbol", "MAX_SUPPLY", "HARD_BATCH_LIMIT", "supportsInterface"];
    const proved = {
      "deployment.test.ts": constants,
      "mintAuthorization.test.ts": ["eip712Domain"],
      // `compareAll` compares these regardless of order.
      "collectionUnderTest.ts": ["tokenOfOwnerByIndex", "tokensOfOwner"],
    };
    expect(sorted([...views, ...Object.values(proved).flat()])).to.deep.equal(
      functionsThat("view", "pure"),
    );
  });
});

/** Names of the ABI's functions; overloaded ones include their types. */
function functionsThat(...mutability: string[]): string[] {
  const functions = collectionAbi.filter((item) => item.type === "function");
  const named = functions.map((item) => {
    const isOverloaded = functions.some((other) => other !== item && other.name === item.name);
    return { ...item, name: isOverloaded ? toFunctionSignature(item) : item.name };
  });
  return sorted(
    named.filter((each) => mutability.includes(each.stateMutability)).map(({ name }) => name),
  );
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
