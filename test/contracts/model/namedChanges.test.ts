import { expect } from "chai";
import fc from "fast-check";
import hre from "hardhat";
import { type Hex, parseEther } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import type { ContractBuild } from "#trace/contractBuild";
import type { NodeRequest } from "#trace/nodeTrace";
import { traceSubject } from "#trace/traceSubject";
import { readContractBuild } from "../../../scripts/shared/readContractBuild.ts";
import { addressOf, networkHelpers, provider } from "../../support/contracts/collection.ts";
import {
  type DocumentedStorage,
  type NamedWord,
  readDocumentedStorage,
  withoutKeys,
  wordsOf,
} from "../../support/contracts/documentedStorage.ts";
import { searchBounds } from "../../support/search.ts";
import { type Accounts, type Action, anyAction, resolveRoles } from "./actions.ts";
import { type CollectionModel, nobody } from "./collectionModel.ts";
import { deployModeled, modelOf, perform, predict } from "./collectionUnderTest.ts";

const request: NodeRequest = (call) => provider.request(call);

/** Calls before the random actions: a long phase name, a large price, an open sale, and an owner who received tokens. */
const opening = ({ administrator, people: [from = "", to = ""] }: Accounts) => [
  ["adjustPhases", "Ash", 1, 15],
  ["adjustPhases", "Bone", 15, 29],
  ["adjustPhases", "A name of more than thirty-one bytes", 100, 120],
  ["changePhase", "Ash"],
  ["adjustPrice", 2n ** 64n],
  ["adjustPrice", 10n ** 15n],
  ["toggleMint"],
  ["gift", "Bone", Array<string>(8).fill(administrator)],
  ...[15, 16, 17, 18, 19, 20].map((id) => ["transferFrom", from, to, id]),
];

/** Fields that are always zero. */
const zeros = [
  "_tokens[].movedAnchor.packed previousBatch",
  "_tokens[].movedAnchor.packed below",
  "_tokens[].movedAnchor.packed above",
  "_tokens[].approval free",
  "_nameFallback ",
  "_versionFallback ",
  "_sale free",
];

/** Stored values by name and field: `_sale price`. */
type Stored = Map<string, string>;

describe("named changes of the collection's storage", () => {
  let documented: DocumentedStorage;
  let build: ContractBuild;
  before(async () => {
    documented = await readDocumentedStorage();
    const { contracts } = await readContractBuild();
    // The tests' own creation code, whose constructor has fixed values.
    const { bytecode } = await hre.artifacts.readArtifact(collectionConfig.contract);
    build = {
      contracts: contracts.map((each) =>
        each.name === collectionConfig.contract ? { ...each, creation: bytecode as Hex } : each,
      ),
    };
  });

  it("covers each changed slot once, with values that recombine to its words and match the model", async () => {
    const deployed = await deployModeled();
    const { administrator: caller } = deployed.cast;
    const address = await addressOf(deployed.collection);
    const created = await deployed.collection.deploymentTransaction()?.wait();
    const snapshot = await networkHelpers.takeSnapshot();
    const start = await networkHelpers.time.latestBlock();
    const seen: Stored = new Map();
    const actions = fc.array(anyAction(deployed.cast), {
      minLength: 1,
      maxLength: 150,
      size: "max",
    });
    const property = fc.asyncProperty(actions, async (random) => {
      await snapshot.restore();
      const stored: Stored = new Map();
      const state = { ...deployed, model: modelOf(deployed) };
      for (let block = created?.blockNumber ?? 0; block <= start; block += 1) {
        await store(stored, address, block);
      }
      const calls = opening(deployed.cast).map(([call, ...args]): Action => {
        return { kind: "call", caller, call: String(call), args };
      });
      for (const given of [...calls, ...random]) {
        const action = resolveRoles(state.model, given);
        await perform(state, action);
        predict(state, action);
        await store(stored, address, await networkHelpers.time.latestBlock());
      }
      expectModel(stored, state.model, deployed.cast.people);
      for (const [name, value] of stored) seen.set(withoutKeys(name), value);
    });
    await fc.assert(property, searchBounds({ runs: 4, seed: 4, soakRuns: 200 }));
    const fields = [...documented].flatMap(([variable, rows]) =>
      rows.map(({ content }) => `${variable} ${rows.length === 1 ? "" : content}`),
    );
    expect(fields.filter((field) => !seen.has(field))).to.deep.equal(zeros);
  });

  /** Compares a block's named changes with the changed words that the node reports, and stores their values. */
  async function store(stored: Stored, address: string, block: number): Promise<void> {
    const { transactions } = (await request({
      method: "eth_getBlockByNumber",
      params: [`0x${block.toString(16)}`, false],
    })) as { transactions: Hex[] };
    for (const hash of transactions) {
      const reported = await readWords(address, hash);
      const { changes = [] } = await traceSubject(request, hash, build);
      const named = changes.find((account) => account.address === address)?.storage ?? [];
      const slots = named.flatMap((change) => [...wordsOf(documented, change)]);
      expect(slots.map(([slot]) => slot)).to.have.members([...reported.keys()]);
      for (const [slot, { before, after, mask }] of slots) {
        const word = reported.get(slot);
        expect([before, after, 0n], String(slot)).to.deep.equal(
          word && [word.before & mask, word.after & mask, (word.before ^ word.after) & ~mask],
        );
      }
      for (const { name, values } of named)
        for (const { field, after } of values) stored.set(`${name} ${field}`, after);
    }
  }
});

async function readWords(address: string, hash: Hex) {
  const options = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
  const { pre, post } = (await request({
    method: "debug_traceTransaction",
    params: [hash, options],
  })) as Record<string, Record<string, { storage?: Record<string, Hex> }>>;
  const [old, now] = [pre, post].map((side) => side?.[address.toLowerCase()]?.storage ?? {});
  return new Map(
    Object.keys({ ...old, ...now }).map((slot): [bigint, Omit<NamedWord, "mask">] => [
      BigInt(slot),
      { before: BigInt(old?.[slot] ?? 0), after: BigInt(now?.[slot] ?? 0) },
    ]),
  );
}

/** Compares the model with the stored values of the fields: a field that a bit table misnames would differ. */
function expectModel(stored: Stored, model: CollectionModel, people: readonly string[]): void {
  const text = (name: string, field = "") => stored.get(`${name} ${field}`) ?? "0";
  const number = (name: string, field = "") => Number(text(name, field));
  const flag = (name: string, field = "") => text(name, field) === "true";
  const { settings } = model;
  const price = text("_sale", "price");
  const isLarge = /^\D/.test(text("_sale", "maxBatch"));
  expect({
    signer: text("_sale", "signer"),
    price: price.endsWith("ETH") ? parseEther(price.slice(0, -4)) : BigInt(text("_largePrice")),
    maxBatch: BigInt(isLarge ? text("_largeMaxBatch") : text("_sale", "maxBatch")),
    isMinting: flag("_sale", "isMinting"),
    phase: number("_sale", "phaseNumber"),
    owner: text("_owner"),
    withdrawAddress: text("withdrawAddress"),
    baseURI: text("_baseURI"),
  }).to.deep.equal({
    ...{ signer: settings.signer, price: settings.price, maxBatch: settings.maxBatch },
    ...{ isMinting: settings.isMinting, phase: number(`_phaseNumbers["${settings.phase}"]`) },
    ...{ owner: model.owner, withdrawAddress: model.withdrawAddress },
    baseURI: JSON.stringify(model.baseURI),
  });
  const royalty = [text("_royalty", "receiver"), text("_royalty", "basisPoints")];
  expect(royalty.map(BigInt)).to.deep.equal(settings.royalty.map(BigInt));
  for (const [name, { start, end, count }] of model.phases) {
    const packed = `_phases[${number(`_phaseNumbers["${name}"]`)}].packed`;
    const fields = ["startingPoint", "length", "currentCount"].map((each) => number(packed, each));
    expect(fields, name).to.deep.equal([start, end - start, count]);
  }
  const supply = number(`_phases[${number("_sale", "phaseNumber")}].packed`, "supply");
  expect(supply).to.equal(model.owners.size);
  const movedToken = (id: number) => {
    const names = [`_tokens[${id}].batch.packed`, `_tokens[${id}].movedAnchor.packed`];
    return names.find((name) => flag(name, "isMoved"));
  };
  for (const person of people) {
    const account = `_owners[${person}].account`;
    const [balance, count] = [number(account, "balance"), number(account, "receivedCount")];
    const tokens = Array.from({ length: count }, (_, index) => {
      const [list, at] = [Math.floor((index + 2) / 4), (index + 2) % 4];
      return list === 0
        ? number(account, `received ${index}`)
        : number(`_owners[${person}].received[${list}]`, `id ${at}`);
    });
    for (const [index, id] of tokens.entries()) {
      const moved = movedToken(id) ?? "";
      expect([text(moved, "owner"), number(moved, "index")]).to.deep.equal([person, index]);
    }
    for (let anchor = number(account, "newestBatch"); tokens.length < balance; ) {
      const batch = `_tokens[${anchor}].batch.packed`;
      const [below, above] = [number(batch, "below"), number(batch, "above")];
      const ids = Array.from({ length: below + above + 1 }, (_, index) => anchor - below + index);
      tokens.push(...ids.filter((id) => movedToken(id) === undefined));
      anchor = number(batch, "previousBatch");
    }
    expect(tokens.toSorted((a, b) => a - b)).to.deep.equal(model.tokensOf(person));
    for (const other of people) {
      const isOperator = flag(`_owners[${person}].isOperator[${other}]`);
      expect(isOperator).to.equal(model.operators.has(`${person} ${other}`));
    }
  }
  for (const id of model.owners.keys()) {
    const approval = `_tokens[${id}].approval`;
    const isValid = number(approval, "transfers") === number(movedToken(id) ?? "", "transfers");
    const approved = isValid && number(approval, "approved") ? text(approval, "approved") : nobody;
    expect(approved).to.equal(model.approvals.get(id) ?? nobody);
  }
}
