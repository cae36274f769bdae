import { expect } from "chai";
import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex } from "viem";
import { fringeDriftersAbi as abi } from "#chain/abi";
import type { ViewCall } from "../../api/src/chainNode.ts";
import { createUsedTransactionReader } from "../../api/src/usedTransactions.ts";

/** A node that has used these IDs, and what it was asked for: an ID, or the first and the last of several. */
function nodeWith(used: readonly string[]) {
  const requests: string[][] = [];
  const blockOf = (number: number, fork = 0) => ({
    number: BigInt(number),
    hash: numberToHex(number * 10 + fork),
    timestamp: 0,
  });
  const node = {
    keptBlock: blockOf(50) as ReturnType<typeof blockOf> | undefined,
    async readViews(views: readonly ViewCall[]) {
      const ids = views.map(({ args = [] }) => String(args[0]));
      requests.push([ids[0] ?? "", ids.at(-1) ?? ""]);
      return ids.map((id) => used.includes(id));
    },
    async view(data: Hex) {
      const [id = ""] = decodeFunctionData({ abi, data }).args as [string];
      requests.push([id]);
      const result = used.includes(id);
      return encodeFunctionResult({ abi, functionName: "usedTransactions", result });
    },
  };
  return { node, requests, blockOf, isUsed: createUsedTransactionReader(node) };
}

describe("createUsedTransactionReader", () => {
  it("reads 64 neighbouring numbers once for each newest block", async () => {
    const { node, requests, blockOf, isUsed } = nodeWith(["64", "127"]);
    const ids = ["63", "64", "65", "127", "128"];
    const atOnce = await Promise.all(ids.map((id) => isUsed(id, 50n)));
    expect(atOnce).to.deep.equal([false, true, false, true, false]);
    expect(requests.splice(0)).to.deep.equal([
      ["0", "63"],
      ["64", "127"],
      ["128", "191"],
    ]);
    await isUsed("70", 50n);
    expect(requests).to.deep.equal([]);
    node.keptBlock = blockOf(50, 1);
    await isUsed("70", 50n);
    expect(requests).to.deep.equal([["64", "127"]]);
  });

  it("reads by itself an ID at another block, and one that is no number of the sequence", async () => {
    const { node, requests, isUsed } = nodeWith(["7", "07"]);
    for (const id of ["07", "7.0", "Ember/0xabc/1", "9007199254740993"]) {
      expect(await isUsed(id, 50n)).to.equal(id === "07");
    }
    expect(await isUsed("7", 49n)).to.equal(true);
    node.keptBlock = undefined;
    expect(await isUsed("7", 50n)).to.equal(true);
    expect(requests).to.deep.equal([
      ["07"],
      ["7.0"],
      ["Ember/0xabc/1"],
      ["9007199254740993"],
      ["7"],
      ["7"],
    ]);
  });

  it("reads again after a failure", async () => {
    const { node, isUsed } = nodeWith(["7"]);
    const { readViews } = node;
    node.readViews = () => Promise.reject(new Error("No answer."));
    expect(await isUsed("7", 50n).catch((error) => error.message)).to.equal("No answer.");
    node.readViews = readViews;
    expect(await isUsed("7", 50n)).to.equal(true);
  });
});
