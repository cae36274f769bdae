import { expect } from "chai";
import { parseEther, zeroHash } from "viem";
import { mintErrors } from "#chain/errors";
import {
  listMintRules,
  type MintError,
  type MintRuleId,
  maxMintQuantity,
  mintRules,
  saleBlockingReason,
} from "#sale/mintRules";
import type { SaleFacts } from "#sale/saleFacts";
import type { SimulatedMint } from "#sale/simulateMint";
import { lantern, saleFacts } from "../support/saleFacts.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const sale = saleFacts();
const price = parseEther("0.08");

function ruleOf(id: MintRuleId) {
  const rule = mintRules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  return rule;
}

describe("mintRules", () => {
  const simulation: SimulatedMint = {
    collection: { chainId: 31_337, contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3" },
    wallet,
    qty: 2n,
    value: 7n,
    calls: [{ functionName: "adjustPrice", args: [1n] }],
    phase: lantern.name,
    authorization: [zeroHash, "0x", "", 2n],
    isPlain: false,
    sale,
    blockNumber: 9n,
  };
  const changeOf = (id: MintRuleId, mint = simulation) => ruleOf(id).hypothesis(mint)?.change;

  it("leaves out an error that has no rule yet", () => {
    const errors = ["TooManyForWallet" as MintError, ...mintErrors];
    expect(listMintRules(errors)).to.deep.equal(mintRules);
  });

  it("suggests an owner call that makes the mint pass", () => {
    const standIn = { authorization: "stand-in" } as const;
    const unused = "simulated phase";
    const changes: { [Id in MintRuleId]?: Partial<SimulatedMint> | undefined } = {
      funds: {},
      NotMinting: { calls: [...simulation.calls, { functionName: "toggleMint", args: [] }] },
      MintZeroQuantity: { qty: 1n, value: price, ...standIn },
      PastBoundsOfBatchLimit: {
        calls: [...simulation.calls, { functionName: "adjustMaxBatch", args: [2n] }],
      },
      AuthenticationFailed: standIn,
      NotEnoughEth: { value: 2n * price },
      ExceedsAllowedBatch: { qty: 100n, value: 100n * price, ...standIn },
      PastSupply: {
        calls: [
          ...simulation.calls,
          {
            functionName: "adjustPhases",
            args: [unused, 9_223_372_036_854_775_808n, 9_223_372_036_854_785_808n],
          },
          { functionName: "changePhase", args: [unused] },
        ],
        phase: unused,
        ...standIn,
      },
      ExceedsCurrentSupply: undefined,
      TransferToNonERC721ReceiverImplementer: { isPlain: true },
      RefundFailed: {},
    };
    for (const { id } of mintRules) {
      if (id in changes) expect(changeOf(id), id).to.deep.equal(changes[id]);
    }
  });

  it("reports later rules that do not apply after the change", () => {
    const skipped = mintRules.flatMap(({ id, hypothesis }) =>
      Object.entries(hypothesis(simulation)?.skipped ?? {}).map(
        ([rule, why]) => `${id}, ${rule}: ${why}`,
      ),
    );
    expect(skipped).to.deep.equal([
      "MintZeroQuantity, AuthenticationFailed: A mint of 0 needs no authorization.",
      "MintZeroQuantity, NotEnoughEth: A mint of 0 costs nothing.",
      "TransferToNonERC721ReceiverImplementer, RefundFailed: A wallet that rejects the tokens gets no refund.",
    ]);
  });

  it("raises the payment to the price, up to 2^128 wei", () => {
    const paying = (each: bigint) =>
      changeOf("NotEnoughEth", { ...simulation, qty: 1n, sale: saleFacts({ price: each }) });
    expect(paying(2n ** 128n)).to.deep.equal({ value: 2n ** 128n });
    expect(paying(2n ** 128n + 1n)).to.equal(undefined);
  });
});

describe("maxMintQuantity", () => {
  const withPhase = (currentCount: bigint, endPoint: bigint = lantern.endPoint) => ({
    phase: { ...lantern, currentCount, endPoint },
  });
  const cases: [change: Partial<SaleFacts>, max: bigint, reason: string | undefined][] = [
    [{}, 19n, undefined],
    [{ isMinting: false }, 19n, "Minting is off. Wait until the collection's owner turns it on."],
    [{ maxBatch: 1n }, 1n, undefined],
    [
      { maxBatch: 0n },
      0n,
      "The maximum per mint is 0. Wait until the collection's owner raises it.",
    ],
    [{ hardBatchLimit: 5n }, 5n, undefined],
    [withPhase(19n), 1n, undefined],
    [withPhase(20n), 0n, "“Lantern” is sold out. Wait for the next phase."],
    [withPhase(0n, 102n), 1n, undefined],
    [
      withPhase(0n, 101n),
      0n,
      "“Lantern” has no drifters to sell yet. Wait until the collection's owner adds some.",
    ],
    [{ totalSupply: 9_999n }, 1n, undefined],
    [{ totalSupply: 10_000n }, 0n, "The collection is sold out."],
    [
      { totalSupply: 10_000n, isMinting: false },
      0n,
      "Minting is off. Wait until the collection's owner turns it on.",
    ],
  ];
  for (const [change, max, reason] of cases) {
    it(`returns ${max}, with the blocking reason “${reason ?? "none"}”`, () => {
      expect(maxMintQuantity(saleFacts(change))).to.equal(max);
      expect(saleBlockingReason(saleFacts(change))).to.equal(reason);
    });
  }
});
