import { expect } from "chai";
import type { ApiProblem } from "#protocol/errors";
import {
  type IssueDependencies,
  issueAuthorization,
  readAllowance,
} from "../../api/src/mint/issueAuthorization.ts";
import { createSignerReport } from "../../api/src/mint/signerReport.ts";
import { type IssuedSlot, signSlot } from "../../api/src/mint/store.ts";
import { readWalletStatus } from "../../api/src/mint/walletStatus.ts";
import { ApiError } from "../../api/src/problem.ts";
import type { UsedMint } from "../../api/src/usedMint.ts";
import { account } from "./apiFixture.ts";
import { codeOf } from "./narrativeDraft.ts";

const minter = account(2).address;
const contract = account(9).address;
const holder = { chainId: 1, contract, phase: "Ember", minter };
const signer = { address: account(1).address, signTypedData: async () => "0x" as const };

interface World {
  slots: IssuedSlot[];
  /** IDs that are used on the chain. */
  used: readonly string[];
  /** The chain's result for a used ID. */
  mints: Record<string, UsedMint | ApiError>;
  allowance: number;
  maxBatch: bigint;
  idsLeft: bigint;
}

/** A wallet's slots, on a chain at block 100 whose mints are final after three blocks. */
function world(changes: Partial<World> = {}) {
  const { slots, used, mints, allowance, maxBatch, idsLeft }: World = {
    slots: [],
    used: [],
    mints: {},
    allowance: 5,
    maxBatch: 20n,
    idsLeft: 100n,
    ...changes,
  };
  const requests: string[] = [];
  const guarded: string[] = [];
  const dependencies = {
    chain: {
      readSale: async () => ({
        phase: { name: "Ember", startingPoint: 1n, endPoint: 1n + idsLeft, currentCount: 0n },
        signer: signer.address,
        maxBatch,
        hardBatchLimit: 100n,
        totalSupply: 0n,
        maxSupply: 1_000n,
        blockNumber: 100n,
      }),
      isTransactionUsed: async (id: string) => used.includes(id),
      async readUsedMint({ transactionID }: { transactionID: string }) {
        requests.push(transactionID);
        const mint = mints[transactionID];
        if (mint instanceof Error) throw mint;
        return mint;
      },
    },
    store: {
      issued: async () => [...slots],
      sign: (_: unknown, request: Parameters<typeof signSlot>[1]) =>
        signSlot(slots, request, async () => "9"),
      settle: async (_: unknown, number: number, qty: bigint) => ({
        ...(slots[number - 1] as IssuedSlot),
        settled: qty,
      }),
    },
    numbers: {
      assertCurrent: async () => void guarded.push("current"),
      assertAheadUnused: async () => void guarded.push("ahead"),
      assertUnused: async (id: string) => void guarded.push(id),
    },
    mint: { signer, policy: new Map([["Ember", { kind: "open", perWallet: allowance }]]) },
    settings: { chainId: 1, contractAddress: contract, mintConfirmations: 3 },
    onSignerKnown: () => undefined,
    // Safety: all that is looked at.
  } as unknown as IssueDependencies;
  return {
    requests,
    guarded,
    dependencies,
    readStatus: () =>
      readWalletStatus(holder, BigInt(allowance), { blockNumber: 100n }, dependencies),
    issue: (qty: number, by: string = minter) =>
      issueAuthorization(
        {
          bodyBytes: Buffer.from(JSON.stringify({ minter: by, qty })),
          admit: async () => undefined,
        },
        dependencies,
      ),
  };
}

const slot = (number: number, largest: bigint, settled?: bigint): IssuedSlot => ({
  number,
  transactionID: String(number),
  largest,
  settled,
  since: 7n,
});
const mintAt = (blockNumber: bigint, qty: bigint): UsedMint => ({ blockNumber, qty });

describe("readWalletStatus", () => {
  it("opens the first slot of a wallet that has none", async () => {
    expect(await world().readStatus()).to.deep.equal({
      number: 1,
      isNew: true,
      left: 5n,
      confirming: undefined,
    });
  });

  it("continues with the open slot, which does not count, and counts the others", async () => {
    const { readStatus } = world({ slots: [slot(1, 2n, 1n), slot(2, 3n)] });
    expect(await readStatus()).to.deep.include({ number: 2, isNew: false, left: 4n });
  });

  it("does not search for the mint of a settled or an unused slot", async () => {
    const slots = [slot(1, 2n, 1n), slot(2, 3n), slot(3, 1n)];
    const { readStatus, requests } = world({ slots, used: ["1", "3"] });
    await readStatus();
    expect(requests).to.deep.equal(["3"]);
  });

  for (const { block, left, confirming } of [
    { block: 98n, left: 4n, confirming: undefined },
    { block: 99n, left: 2n, confirming: { blocks: 2, of: 3, leftAfter: 4 } },
    { block: 100n, left: 2n, confirming: { blocks: 1, of: 3, leftAfter: 4 } },
  ]) {
    it(`counts a mint in block ${block} of 100 as ${5n - left}`, async () => {
      const { readStatus } = world({
        slots: [slot(1, 3n)],
        used: ["1"],
        mints: { 1: mintAt(block, 1n) },
      });
      expect(await readStatus()).to.deep.equal({ number: 2, isNew: true, left, confirming });
    });
  }

  it("adds up mints that are being confirmed, with the fewest blocks of any", async () => {
    const { readStatus } = world({
      allowance: 9,
      slots: [slot(1, 3n), slot(2, 4n)],
      used: ["1", "2"],
      mints: { 1: mintAt(99n, 1n), 2: mintAt(100n, 1n) },
    });
    expect((await readStatus()).confirming).to.deep.equal({ blocks: 1, of: 3, leftAfter: 7 });
  });

  for (const [what, mint] of [
    ["that gave as many as were signed", mintAt(100n, 3n)],
    ["that gave more than were signed", mintAt(90n, 4n)],
    ["that gave none", mintAt(90n, 0n)],
    ["that the chain does not find", undefined],
    ["while the chain does not answer", new ApiError("chain.unavailable")],
  ] as const) {
    it(`reports no pending confirmation for a mint ${what}`, async () => {
      const { readStatus } = world({
        slots: [slot(1, 3n)],
        used: ["1"],
        mints: mint === undefined ? {} : { 1: mint },
      });
      expect(await readStatus()).to.deep.include({ left: 2n, confirming: undefined });
    });
  }

  it("reports no pending confirmation if no allowance would be left", async () => {
    const { readStatus } = world({
      allowance: 3,
      slots: [slot(1, 3n, 2n), slot(2, 3n)],
      used: ["2"],
      mints: { 2: mintAt(100n, 1n) },
    });
    expect(await readStatus()).to.deep.include({ left: -2n, confirming: undefined });
  });

  it("rethrows every other error", async () => {
    const mints = { 1: new ApiError("store.unavailable") };
    const { readStatus } = world({ slots: [slot(1, 3n)], used: ["1"], mints });
    expect(await codeOf(readStatus())).to.equal("store.unavailable");
  });
});

describe("issueAuthorization", () => {
  const confirmed = (largest: bigint, settles: bigint) => ({
    slots: [slot(1, largest)],
    used: ["1"],
    mints: { 1: mintAt(100n, settles) },
  });
  const problemOf = (promise: Promise<unknown>): Promise<ApiError> =>
    promise.then(
      () => expect.fail("It was signed."),
      (error) => error,
    );
  const code = async (promise: Promise<unknown>): Promise<ApiProblem["code"]> =>
    (await problemOf(promise)).code;

  it("signs for the address with its checksum", async () => {
    expect(await world().issue(1, minter.toLowerCase())).to.deep.include({ minter, qty: "1" });
  });

  for (const { given, qty, answer } of [
    { given: "5 of 5 count, 1 was minted", qty: 1, answer: "mint.confirming" },
    { given: "5 of 5 count, 1 was minted", qty: 4, answer: "mint.confirming" },
    { given: "5 of 5 count, 1 was minted", qty: 5, answer: "mint.confirming" },
    { given: "3 of 5 count, 1 was minted", qty: 2, answer: "signed" },
    { given: "3 of 5 count, 1 was minted", qty: 3, answer: "mint.confirming" },
    { given: "3 of 5 count, 1 was minted", qty: 4, answer: "mint.confirming" },
    { given: "3 of 5 count, 1 was minted", qty: 5, answer: "mint.quantity_too_large" },
    { given: "4 of 5 count, 3 were minted", qty: 2, answer: "mint.confirming" },
    { given: "4 of 5 count, 3 were minted", qty: 3, answer: "mint.quantity_too_large" },
    { given: "5 of 5 count, 5 were minted", qty: 1, answer: "mint.allowance_used" },
  ]) {
    it(`answers ${answer} to ${qty} when ${given}`, async () => {
      const [largest = "", , , , minted = ""] = given.split(" ");
      const { issue } = world(confirmed(BigInt(largest), BigInt(minted)));
      const signed = issue(qty).then(() => "signed");
      expect(await signed.catch((error) => error.code)).to.equal(answer);
    });
  }

  it("reports the largest quantity that may be minted", async () => {
    expect((await problemOf(world().issue(6))).message).to.equal(
      "This wallet may mint 5 more in this phase, not 6. Request fewer.",
    );
    expect((await problemOf(world({ maxBatch: 4n }).issue(5))).message).to.equal(
      "The maximum per mint is 4 now, not 5. Request fewer.",
    );
    expect((await problemOf(world({ idsLeft: 0n }).issue(1))).message).to.match(/^Nobody can mint/);
    expect((await world({ maxBatch: 5n }).issue(5)).qty).to.equal("5");
    expect(await code(world({ maxBatch: 0n }).issue(1))).to.equal("mint.quantity_too_large");
  });

  it("checks the numbers ahead of a new slot, and the new number itself", async () => {
    const anew = world();
    await anew.issue(1);
    expect(anew.guarded).to.deep.equal(["current", "ahead", "9"]);
    const open = world({ slots: [slot(1, 1n)] });
    await open.issue(2);
    expect(open.guarded).to.deep.equal(["current"]);
  });

  it("gives up after five attempts while the record keeps changing", async () => {
    const { dependencies, issue } = world();
    let attempts = 0;
    dependencies.store.sign = async () => {
      attempts += 1;
      return undefined;
    };
    expect(await code(issue(1))).to.equal("store.unavailable");
    expect(attempts).to.equal(5);
  });
});

describe("readAllowance", () => {
  it("is never below 0, and 0 for a phase that is closed", async () => {
    const over = world({ slots: [slot(1, 9n, 7n)] });
    expect(await readAllowance(minter, over.dependencies)).to.deep.equal({
      phase: "Ember",
      allowance: 5,
      left: 0,
    });
    const { dependencies } = world();
    dependencies.mint = { signer, policy: new Map() };
    expect(await readAllowance(minter, dependencies)).to.deep.include({ allowance: 0, left: 0 });
  });
});

describe("createSignerReport", () => {
  it("logs once that the key is not the signer's, and once that it is again", () => {
    const lines: unknown[] = [];
    const log = (level: string) => (line: unknown) => lines.push([level, line]);
    const ours = signer.address;
    // Safety: all that is used.
    const logger = { info: log("info"), error: log("error") } as never;
    const report = createSignerReport(logger, { signer, policy: new Map() });
    const other = { signer: account(3).address };
    for (const doesFit of [true, false, false, true, true, false]) report(doesFit, other);
    expect(lines).to.deep.equal([
      ["error", { ours, signer: other.signer }],
      ["info", "MINT_SIGNER_KEY is the collection's signer again"],
      ["error", { ours, signer: other.signer }],
    ]);
  });
});
