import { expect } from "chai";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { type SettingName, saleSettings, settingNames } from "#protocol/sale/saleSettings";
import { phaseNames } from "./actions.ts";
import type { Twins } from "./collectionUnderTest.ts";
import { errorName } from "./errorName.ts";

/** Maximum number of tokens that are compared one by one. */
const sample = 40;

/** Compares the state that any action may change. */
export async function compareSums({ collection, model }: Twins): Promise<void> {
  const [supply, coin, settings] = await Promise.all([
    collection.totalSupply(),
    collection.totalBalance(),
    readSettings(collection),
  ]);
  expect({ supply, coin, settings }).to.deep.equal({
    supply: BigInt(model.owners.size),
    coin: model.coin,
    settings: model.settings,
  });
}

async function readSettings(collection: FringeDrifters): Promise<object> {
  const read = async (name: SettingName) => [name, await collection[saleSettings[name].view]()];
  return Object.fromEntries(await Promise.all(settingNames.map(read)));
}

/** Compares all views. */
export async function compareAll(twins: Twins): Promise<void> {
  await compareSums(twins);
  await compareSettings(twins);
  await comparePhases(twins);
  await compareTokens(twins);
  await comparePeople(twins);
}

async function compareSettings({ collection, model }: Twins): Promise<void> {
  expect(await collection.owner()).to.equal(model.owner);
  expect(await collection.withdrawAddress()).to.equal(model.withdrawAddress);
  for (const transactionID of [...model.used].slice(-sample)) {
    expect(await collection.usedTransactions(transactionID), transactionID).to.equal(true);
  }
  for (let number = 0; number <= 40; number += 5) {
    const transactionID = `sale ${number}`;
    const used = await collection.usedTransactions(transactionID);
    expect(used, transactionID).to.equal(model.used.has(transactionID));
  }
}

async function comparePhases({ collection, model }: Twins): Promise<void> {
  for (const name of phaseNames) {
    const { start, end, count } = model.phases.get(name) ?? { start: 0, end: 0, count: 0 };
    const told = (await collection.AllPhases(name)).map(Number);
    expect(told, `phase ${name}`).to.deep.equal([start, end, count]);
    expect(await collection.getSupplyForPhase(name)).to.equal(BigInt(count));
  }
}

/** Compares the index of tokens, and the owner, approval and URI of each id near a phase. */
async function compareTokens(twins: Twins): Promise<void> {
  const { collection, model } = twins;
  const tokens = model.tokens();
  for (const [index, tokenId] of tokens.slice(0, sample).entries()) {
    expect(await collection.tokenByIndex(index)).to.equal(BigInt(tokenId));
  }
  expect(await answerOf(twins, collection.tokenByIndex(tokens.length))).to.equal(
    "ExceedsCurrentSupply",
  );
  for (let tokenId = 0; tokenId < 31; ++tokenId) {
    const owner = model.owners.get(tokenId);
    const exists = owner !== undefined;
    expect(await answerOf(twins, collection.ownerOf(tokenId)), `owner of ${tokenId}`).to.equal(
      owner ?? "OwnerQueryForNonexistentToken",
    );
    expect(
      await answerOf(twins, collection.getApproved(tokenId)),
      `approved for ${tokenId}`,
    ).to.equal(exists ? model.approvedFor(tokenId) : "ApprovalQueryForNonexistentToken");
    expect(await answerOf(twins, collection.tokenURI(tokenId)), `URI of ${tokenId}`).to.equal(
      exists ? `${model.baseURI}${tokenId}.json` : "DoesNotExist",
    );
  }
}

async function comparePeople({ collection, model, cast }: Twins): Promise<void> {
  for (const person of cast.people) {
    const expected = model.tokensOf(person);
    expect(await collection.balanceOf(person)).to.equal(BigInt(expected.length));
    if (expected.length <= sample) {
      const told = await Promise.all(
        expected.map((_, index) => collection.tokenOfOwnerByIndex(person, index)),
      );
      expect(
        told.map(Number).sort((a, b) => a - b),
        person,
      ).to.deep.equal(expected);
    }
    for (const other of cast.people) {
      const isOperator = await collection.isApprovedForAll(person, other);
      expect(isOperator, `${other} for ${person}`).to.equal(model.isApprovedForAll(person, other));
    }
  }
}

/** Returns a view's result, or the name of its error. */
async function answerOf({ collection }: Twins, call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return errorName(collection, error);
  }
}
