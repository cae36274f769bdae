import { expect } from "chai";
import type { Interface } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { saleSettings, settingNames } from "#protocol/sale/saleSettings";
import { provider } from "../collection.ts";
import { phaseNames } from "./actions.ts";
import type { ModeledCollection } from "./collectionUnderTest.ts";
import { errorName } from "./errorName.ts";

/** Maximum number of tokens that are compared one by one. */
const sample = 200;

/** Compares what mints, gifts and payments change. */
export async function compareSums({ collection, model }: ModeledCollection): Promise<void> {
  const [supply, coin] = await Promise.all([
    read(collection, "totalSupply"),
    read(collection, "totalBalance"),
  ]);
  expect({ supply, coin }).to.deep.equal({ supply: BigInt(model.owners.size), coin: model.coin });
}

/** Compares all views. */
export async function compareAll(modeled: ModeledCollection): Promise<void> {
  await compareSums(modeled);
  await compareSettings(modeled);
  await comparePhases(modeled);
  await compareTokens(modeled);
  await comparePeople(modeled);
}

async function compareSettings({ collection, model }: ModeledCollection): Promise<void> {
  for (const name of settingNames) {
    expect(await read(collection, saleSettings[name].view), name).to.equal(model.settings[name]);
  }
  expect(await read(collection, "owner")).to.equal(model.owner);
  expect(await read(collection, "withdrawAddress")).to.equal(model.withdrawAddress);
  for (const transactionID of [...model.used].slice(-sample)) {
    expect(await read(collection, "usedTransactions", transactionID), transactionID).to.equal(true);
  }
  for (let number = 0; number <= 40; number += 5) {
    const transactionID = `sale ${number}`;
    const used = await read(collection, "usedTransactions", transactionID);
    expect(used, transactionID).to.equal(model.used.has(transactionID));
  }
}

async function comparePhases({ collection, model }: ModeledCollection): Promise<void> {
  for (const name of phaseNames) {
    const { start, end, count } = model.phases.get(name) ?? { start: 0, end: 0, count: 0 };
    const actual = (await read<bigint[]>(collection, "AllPhases", name)).map(Number);
    expect(actual, `phase ${name}`).to.deep.equal([start, end, count]);
    expect(await read(collection, "getSupplyForPhase", name)).to.equal(BigInt(count));
  }
}

/** Compares the index of tokens, and the owner, approval and URI of each id near a phase. */
async function compareTokens(modeled: ModeledCollection): Promise<void> {
  const { collection, model } = modeled;
  const tokens = model.tokens();
  for (const [index, tokenId] of tokens.slice(0, sample).entries()) {
    expect(await read(collection, "tokenByIndex", index)).to.equal(BigInt(tokenId));
  }
  expect(await resultOf(modeled, read(collection, "tokenByIndex", tokens.length))).to.equal(
    "ExceedsCurrentSupply",
  );
  const nearPhases = Array.from({ length: 31 }, (_, tokenId) => tokenId);
  for (const tokenId of new Set([...nearPhases, ...tokens.slice(0, sample)])) {
    const owner = model.owners.get(tokenId);
    const exists = owner !== undefined;
    expect(
      await resultOf(modeled, read(collection, "ownerOf", tokenId)),
      `owner of ${tokenId}`,
    ).to.equal(owner ?? "OwnerQueryForNonexistentToken");
    expect(
      await resultOf(modeled, read(collection, "getApproved", tokenId)),
      `approved for ${tokenId}`,
    ).to.equal(exists ? model.approvedFor(tokenId) : "ApprovalQueryForNonexistentToken");
    expect(
      await resultOf(modeled, read(collection, "tokenURI", tokenId)),
      `URI of ${tokenId}`,
    ).to.equal(exists ? `${model.baseURI}${tokenId}.json` : "DoesNotExist");
  }
}

async function comparePeople({ collection, model, cast }: ModeledCollection): Promise<void> {
  for (const person of cast.people) {
    const expected = model.tokensOf(person);
    expect(await read(collection, "balanceOf", person)).to.equal(BigInt(expected.length));
    if (expected.length <= sample) {
      const actual = await Promise.all(
        expected.map((_, index) => read(collection, "tokenOfOwnerByIndex", person, index)),
      );
      expect(
        actual.map(Number).sort((a, b) => a - b),
        person,
      ).to.deep.equal(expected);
    }
    for (const other of cast.people) {
      const isOperator = await read(collection, "isApprovedForAll", person, other);
      expect(isOperator, `${other} for ${person}`).to.equal(model.isApprovedForAll(person, other));
    }
  }
}

/** Reads a view: ethers' contracts take several times longer for it than the node. */
async function read<Result = unknown>(
  { interface: views, target }: FringeDrifters,
  name: string,
  ...args: readonly unknown[]
): Promise<Result> {
  const plain: Interface = views;
  const call = { to: target, data: plain.encodeFunctionData(name, args) };
  // Safety: a node returns the call's data.
  const data = (await provider.request({ method: "eth_call", params: [call, "latest"] })) as string;
  const results = plain.decodeFunctionResult(name, data);
  // Safety: callers pass the view's result type.
  return (results.length === 1 ? results[0] : results) as Result;
}

/** Returns a view's result, or the name of its error. */
async function resultOf(
  { collection }: ModeledCollection,
  call: Promise<unknown>,
): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return errorName(collection, error);
  }
}
