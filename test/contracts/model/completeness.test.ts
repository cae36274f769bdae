import { expect } from "chai";
import { Interface } from "ethers";
import fc from "fast-check";
import { toFunctionSignature } from "viem";
import { collectionAbi } from "#chain/abi";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { networkHelpers } from "../../support/contracts/collection.ts";
import { type Action, anyAction, type CallAction } from "../../support/contracts/model/actions.ts";
import {
  compareAll,
  deployModeled,
  modelOf,
  perform,
  predict,
} from "../../support/contracts/model/collectionUnderTest.ts";

/** Names that a test excludes, with the reason. */
type Exceptions = Readonly<Record<string, string>>;

/** Views whose values never change after deployment. */
const constants: Exceptions = {
  name: "constant; deployment.test.ts",
  symbol: "constant; deployment.test.ts",
  MAX_SUPPLY: "constant; deployment.test.ts",
  HARD_BATCH_LIMIT: "constant; deployment.test.ts",
  eip712Domain: "constant; mintAuthorization.test.ts",
};

const writes = functionsThat((mutability) => ["nonpayable", "payable"].includes(mutability));
const views = functionsThat((mutability) => ["view", "pure"].includes(mutability));

// The comparison misses functions that the model lacks: these tests check that it has all of them.
describe("the TypeScript model", () => {
  it("covers every call that changes state", async () => {
    const { cast } = await networkHelpers.loadFixture(deployModeled);
    const actions = fc.sample(anyAction(cast), { numRuns: 3_000, seed: 1 });
    expectAll(writes, new Set(actions.map(nameOfCall)), {
      what: "Random sequences do not call",
      remedy:
        "Add it to test/support/contracts/model/actions.ts: what the model makes of it, and when.",
      exceptions: {
        renounceOwnership: "the rest of a sequence would be reverts; administration.test.ts",
        withdrawERC20: "the model has no tokens of other contracts; money.test.ts",
      },
    });
  });

  it("covers every view", async () => {
    const deployed = await networkHelpers.loadFixture(deployModeled);
    const modeled = { ...deployed, model: modelOf(deployed) };
    const { requests, collection } = listeningTo(deployed.collection);
    const { administrator } = modeled.cast;
    for (const action of [
      callBy(administrator, "adjustPhases", "Ash", 1, 15),
      callBy(administrator, "gift", "Ash", [administrator]),
    ]) {
      expect(await perform(modeled, action)).to.deep.equal(predict(modeled, action));
    }
    await compareAll({ ...modeled, collection });
    expectAll(views, requests, {
      what: "The model is not compared with",
      remedy: "Compare it in test/support/contracts/model/collectionUnderTest.ts.",
      exceptions: { ...constants, supportsInterface: "constant; deployment.test.ts" },
    });
  });
});

/** Names of the ABI's functions; overloaded ones include their types. */
function functionsThat(
  suit: (mutability: string, inputs: readonly unknown[]) => boolean,
): string[] {
  const functions = collectionAbi.filter((item) => item.type === "function");
  return functions
    .filter(({ stateMutability, inputs }) => suit(stateMutability, inputs))
    .map((item) => {
      const isOverloaded = functions.some((other) => other !== item && other.name === item.name);
      return isOverloaded ? toFunctionSignature(item) : item.name;
    });
}

function callBy(caller: string, call: CallAction["call"], ...args: unknown[]): CallAction {
  return { kind: "call", caller, call, args };
}

/** Wraps the collection and records the names of the views that are read. */
function listeningTo({ target, interface: { fragments } }: FringeDrifters) {
  const requests = new Set<string>();
  class Listening extends Interface {
    override encodeFunctionData(name: string, args: readonly unknown[]) {
      requests.add(name);
      return super.encodeFunctionData(name, args);
    }
  }
  // Safety: views are read with these two alone.
  const collection = { target, interface: new Listening(fragments) } as unknown as FringeDrifters;
  return { requests, collection };
}

/** Expects every name to be known or excluded, and no unnecessary exclusion. */
function expectAll(
  names: readonly string[],
  known: ReadonlySet<string>,
  { what, remedy, exceptions = {} }: { what: string; remedy: string; exceptions?: Exceptions },
): void {
  const missing = names.filter((name) => !known.has(name) && !(name in exceptions));
  const idle = Object.keys(exceptions).filter((name) => known.has(name) || !names.includes(name));
  const problems = [
    ...missing.map((name) => `${what} ${name}. ${remedy}`),
    ...idle.map((name) => `${name} needs no exception in completeness.test.ts: take it out.`),
  ];
  if (problems.length > 0) expect.fail(problems.join("\n"));
}

/** Returns the function of the collection that an action calls; undefined for changes of wallets. */
function nameOfCall(action: Action): string {
  if (action.kind === "call") return action.call;
  return action.kind === "mint" ? "FringeMint" : "";
}
