import { expect } from "chai";
import { encodeErrorResult, RpcRequestError } from "viem";
import { ConnectorChainMismatchError } from "wagmi";
import { collectionAbi } from "#chain/abi";
import { describeFailure } from "../../../web/src/transactions/messages.ts";

const notMinting = encodeErrorResult({ abi: collectionAbi, errorName: "NotMinting" });

describe("the reason for a call that was not sent", () => {
  const shapes: Record<string, unknown> = {
    "a node": { code: 3, message: "execution reverted", data: notMinting },
    "a node behind viem": new Error("outer", {
      cause: new RpcRequestError({
        body: {},
        url: "http://node",
        error: { code: 3, message: "execution reverted", data: notMinting },
      }),
    }),
    "a wallet that wraps the node's error": {
      code: -32603,
      message: "Internal JSON-RPC error.",
      data: { code: 3, message: "execution reverted", data: notMinting },
    },
    "a wallet that wraps it twice": {
      code: -32603,
      data: { originalError: { code: 3, data: notMinting } },
    },
    "Hardhat, which sends failing transactions": {
      code: 3,
      data: { message: "reverted", data: notMinting },
    },
  };
  for (const [who, error] of Object.entries(shapes)) {
    it(`is the contract's revert, wrapped as by ${who}`, () => {
      const { message, revert, isRejection } = describeFailure(error, "wallet");
      expect(revert?.error).to.equal("NotMinting");
      expect(message).to.match(/^Minting is off\. Wait/);
      expect(isRejection).to.equal(false);
    });
  }

  it("is a rejection, not a fault, when the person rejects the request", () => {
    const { message, isRejection, revert } = describeFailure({ code: 4001, data: "0x" }, "wallet");
    expect({ isRejection, revert }).to.deep.equal({ isRejection: true, revert: undefined });
    expect(message).to.equal("You rejected the request. Nothing was sent.");
  });

  it("is the wrong network, with the statement that nothing was sent", () => {
    const error = new ConnectorChainMismatchError({ connectionChainId: 1, connectorChainId: 5 });
    expect(describeFailure(error, "wallet").message).to.include(
      "is on a different network: nothing was sent.",
    );
  });

  for (const message of [
    "insufficient funds for gas * price + value",
    "Sender doesn't have enough funds to send tx",
  ]) {
    it(`is insufficient funds, when a node reports “${message}”`, () => {
      const error = new Error(message);
      expect(describeFailure(error, "contract").message).to.include("Add funds, or send less.");
    });
  }

  it("refers to the wallet after an unknown error, so that nothing is paid twice", () => {
    expect(describeFailure(new Error("?"), "wallet").message).to.include(
      "Check your wallet for a pending transaction first.",
    );
  });
});
