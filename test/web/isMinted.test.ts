import { expect } from "chai";
import { encodeAbiParameters, encodeErrorResult } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import "../support/componentLoader.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import "../support/pageSettings.ts";
import { withFetch } from "../support/stubFetch.ts";

const { isMinted } = await import("../../web/src/drifter/isMinted.ts");

describe("whether a drifter is minted", () => {
  const data = encodeErrorResult({
    abi: fringeDriftersAbi,
    errorName: "OwnerQueryForNonexistentToken",
  });
  const result = encodeAbiParameters([{ type: "address" }], [hardhatAccount(2).address]);
  const answered = (answer: object) =>
    withFetch(
      async () => Response.json({ jsonrpc: "2.0", id: 1, ...answer }),
      () => isMinted("7"),
    );

  it("is derived from its owner on the chain", async () => {
    expect(await answered({ result })).to.equal(true);
    const error = { code: 3, message: "execution reverted", data };
    expect(await answered({ error })).to.equal(false);
  });
});
