import { expect } from "chai";
import fc from "fast-check";
import { networkHelpers } from "../../support/contracts/collection.ts";
import { inSoak, searchBounds } from "../../support/search.ts";
import {
  type Accounts,
  type Action,
  anyAction,
  anyHolding,
  type CallAction,
  resolveRoles,
} from "./actions.ts";
import {
  compareAll,
  compareSums,
  deployModeled,
  type ModeledCollection,
  modelOf,
  perform,
  predict,
} from "./collectionUnderTest.ts";

const openSale: Opening = ({ administrator }) => [
  ["adjustPhases", "Ash", 1, 15],
  ["adjustPhases", "Bone", 15, 29],
  ["changePhase", "Ash"],
  ["adjustPrice", 10n ** 15n],
  ["toggleMint"],
  ["gift", "Bone", [administrator, administrator, administrator]],
];

const largeBatches: Opening = () => [
  ["adjustPhases", "Ash", 1, 10_001],
  ["changePhase", "Ash"],
  ["adjustPrice", 1n],
  ["adjustMaxBatch", 100n],
  ["toggleMint"],
];

/** Gifts all tokens but five, in ids that the sequences do not use. */
const nearlyFull: Opening = ({ administrator }) => [
  ...openSale({ administrator }),
  ["adjustPhases", "Great Gift", 20_000, 30_000],
  ...Array.from({ length: 100 }, (_, number): Step => {
    const count = number === 0 ? 92 : 100;
    return ["gift", "Great Gift", Array<string>(count).fill(administrator)];
  }),
];

describe("collection compared with its model", () => {
  it("[S8.16] returns the same results, errors and views as the model after random calls", async () => {
    const search = { runs: 9, seed: 4, soakRuns: 1_000 };
    const tally = await expectAgreement(openSale, { ...search, maxLength: 120 });
    expect(tally.done, "actions that went through").to.be.greaterThan(tally.total * 0.3);
    expect(tally.mints, "mints that went through").to.be.greaterThan(tally.total * 0.03);
    expect(tally.errors.size, "errors").to.be.at.least(23);
  });

  it("returns the same token owners as the model after large mints and many transfers", async () => {
    const search = { runs: 2, seed: 4, soakRuns: 200, maxLength: 60 };
    await expectAgreement(largeBatches, search, anyHolding);
  });

  // Filling a collection takes seconds; supplyCap.test.ts tests the cap in each run.
  inSoak.it("returns the model's results in a nearly full collection", async () => {
    await expectAgreement(nearlyFull, { runs: 4, seed: 4, soakRuns: 200, maxLength: 40 });
  });
});

type Step = [call: CallAction["call"], ...args: unknown[]];
type Opening = (cast: Pick<Accounts, "administrator">) => Step[];

/** Runs random sequences after the same opening and counts their actions. */
async function expectAgreement(
  opening: Opening,
  { maxLength, ...search }: Parameters<typeof searchBounds>[0] & { maxLength: number },
  anyOf = anyAction,
) {
  const tally = { total: 0, done: 0, mints: 0, errors: new Set<string>() };
  const deployed = await deployModeled();
  for (const action of openingOf(opening, deployed.cast))
    await perform(withModel(deployed), action);
  const sequence = fc.array(anyOf(deployed.cast), { minLength: 1, maxLength, size: "max" });
  const snapshot = await networkHelpers.takeSnapshot();
  const property = fc.asyncProperty(sequence, async (actions) => {
    await snapshot.restore();
    const modeled = withModel(deployed);
    for (const action of openingOf(opening, modeled.cast)) predict(modeled, action);
    for (const given of actions) {
      const action = resolveRoles(modeled.model, given);
      const happened = await perform(modeled, action);
      expect(happened, JSON.stringify(action, writeBigInt)).to.deep.equal(predict(modeled, action));
      ++tally.total;
      // A reverted transaction does not change the chain's state.
      if (happened.error !== undefined) {
        tally.errors.add(happened.error);
        continue;
      }
      await compareSums(modeled);
      ++tally.done;
      if (action.kind === "mint") ++tally.mints;
    }
    await compareAll(modeled);
  });
  await fc.assert(property, searchBounds(search));
  return tally;
}

function withModel(deployed: Omit<ModeledCollection, "model">): ModeledCollection {
  return { ...deployed, model: modelOf(deployed) };
}

function openingOf(opening: Opening, cast: Accounts): Action[] {
  return opening(cast).map(([call, ...args]) => ({
    kind: "call",
    caller: cast.administrator,
    call,
    args,
  }));
}

function writeBigInt(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
