import { expect } from "chai";
import { encodeErrorResult, type Hex, parseEther, zeroHash } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { decodeCall } from "#protocol/collectionCalls";
import { evaluateRules } from "#protocol/sale/evaluateRules";
import { type MintError, mintRules } from "#protocol/sale/mintRules";
import type { Outcome } from "#protocol/sale/simulate";
import type { SimulatedMint } from "#protocol/sale/simulateMint";
import { saleFacts } from "../support/saleFacts.ts";
import { fakeSimulation } from "./fakeSimulation.ts";

const sale = saleFacts();
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const trial: SimulatedMint = {
  collection: { chainId: 31_337, address: "0x5FbDB2315678afecb367f032d93F642f64180aa3" },
  wallet,
  qty: 2n,
  value: parseEther("0.16"),
  calls: [],
  phase: sale.phase.name,
  authorization: [zeroHash, "0x", "", 2n],
  isPlain: false,
  sale,
  blockNumber: 9n,
};

const passes: Outcome = { succeeded: true, data: "0x" };
const reverts = (data: Hex): Outcome => ({ succeeded: false, data });
const refuses = (errorName: MintError) =>
  reverts(encodeErrorResult({ abi: fringeDriftersAbi, errorName }));
const unknown = reverts("0x12345678");

/** The results other than `passed`, and the simulations, of a node that returns these outcomes. */
async function evaluate(outcomes: Outcome[], balance = trial.value) {
  const { client, requests } = fakeSimulation(outcomes);
  const results = await evaluateRules(client, trial, { balance, symbol: "ETH" });
  return {
    results,
    requests,
    troubles: results
      .filter(({ result }) => result !== "passed")
      .map(({ rule, result, reasons }) => `${rule} ${result}: ${reasons.join(" ")}`),
  };
}

/** The calls that the owner makes before each simulated mint, and whether the wallet keeps its code. */
function worlds(requests: Awaited<ReturnType<typeof evaluate>>["requests"]): string[] {
  return requests.map(({ calls }) =>
    calls
      .slice(0, -1)
      .map(({ data }) => decodeCall(data).functionName)
      .join(", "),
  );
}

const rejectsTokens =
  "TransferToNonERC721ReceiverImplementer failed: Another contract reverted with an error of its own.";
const noRefund = "RefundFailed skipped: A wallet that rejects the tokens gets no refund.";

describe("the evaluation of a mint's rules", () => {
  it("passes them all when the mint succeeds, in one simulation at the block", async () => {
    const { results, requests } = await evaluate([passes]);
    expect(results.map(({ rule, result }) => `${rule}: ${result}`)).to.deep.equal(
      mintRules.map(({ id }) => `${id}: passed`),
    );
    expect(requests).to.have.length(1);
    expect(requests[0]?.block).to.equal("0x9");
    expect(requests[0]?.calls.at(-1)).to.include({ from: wallet, value: trial.value });
    expect(requests[0]?.overrides[wallet]?.balance).to.equal(`0x${trial.value.toString(16)}`);
  });

  it("fails the first rule when one wei is missing, not when the balance is exactly the value", async () => {
    expect((await evaluate([passes], trial.value)).troubles).to.deep.equal([]);
    const { results, troubles } = await evaluate([passes], trial.value - 1n);
    expect(troubles).to.deep.equal(["funds failed: The wallet holds less than the mint costs."]);
    expect(results[0]?.fix).to.equal("Add funds, or choose a smaller quantity.");
    expect(results[0]).not.to.have.property("revert");
    expect(results[1]).to.include({ rule: "NotMinting", result: "passed" });
  });

  it("changes the mint to pass each failed rule, and continues", async () => {
    const { troubles, results, requests } = await evaluate([
      refuses("NotMinting"),
      refuses("PastBoundsOfBatchLimit"),
      refuses("AuthenticationFailed"),
      passes,
    ]);
    expect(troubles).to.have.length(3);
    expect(results).to.have.length(mintRules.length);
    expect(results[1]?.revert?.error).to.equal("NotMinting");
    expect(worlds(requests)).to.deep.equal([
      "",
      "toggleMint",
      "toggleMint, adjustMaxBatch",
      "toggleMint, adjustMaxBatch, adjustSigner",
    ]);
    expect(requests[3]?.calls.map(({ from }) => from)).to.deep.equal([
      sale.owner,
      sale.owner,
      sale.owner,
      wallet,
    ]);
  });

  it("attributes an unknown error to the wallet if a wallet without code does not cause it", async () => {
    for (const plain of [passes, refuses("NotMinting"), reverts("0x87654321")]) {
      const { troubles, requests } = await evaluate([unknown, plain, passes]);
      expect(troubles).to.deep.equal([rejectsTokens, noRefund]);
      expect(requests).to.have.length(3);
    }
  });

  it("attributes an unknown error to no rule if a wallet without code causes it too", async () => {
    const { results, requests } = await evaluate([unknown]);
    const [funds, another, ...others] = results;
    expect(funds).to.include({ rule: "funds", result: "passed" });
    expect(another).to.deep.include({
      rule: "another",
      title: "0x12345678",
      result: "failed",
      facts: "",
      reasons: ["Another contract reverted with an error of its own."],
      fix: "Look up these first four bytes among that contract's errors.",
    });
    expect(others.map(({ rule, result }) => `${rule}: ${result}`)).to.deep.equal(
      mintRules.slice(1).map(({ id }) => `${id}: skipped`),
    );
    expect(requests).to.have.length(2);
  });
});
