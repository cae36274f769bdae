import { expect } from "chai";
import { encodeErrorResult, RpcRequestError } from "viem";
import { collectionAbi } from "#chain/abi";
import { describeFailure } from "../../../web/src/transactions/messages.ts";

const notMinting = encodeErrorResult({ abi: collectionAbi, errorName: "NotMinting" });

describe("describeFailure", () => {
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
    it(`returns the contract's revert from an error wrapped by ${who}`, () => {
      const { message, revert, isRejection } = describeFailure(error, "wallet");
      expect(revert?.error).to.equal("NotMinting");
      expect(message).to.match(/^Minting is off\. Wait/);
      expect(isRejection).to.equal(false);
    });
  }

  const failures: [title: string, error: unknown, at: "wallet" | "contract", failure: object][] = [
    [
      "a rejection by the user, which is not a fault",
      { code: 4001, data: "0x" },
      "wallet",
      { isRejection: true, message: "You rejected the request. Nothing was sent." },
    ],
    [
      "an unreachable node, regardless of its message during the simulation",
      { code: 4001 },
      "contract",
      {
        message: "Can't reach the network: nothing was sent. Wait a moment, then try again.",
      },
    ],
    ...[
      "insufficient funds for gas * price + value",
      "Sender doesn't have enough funds to send tx",
      "gas required exceeds allowance (0)",
    ].map((text): [string, unknown, "contract", object] => [
      `insufficient funds, when a node reports “${text}”`,
      new Error(text),
      "contract",
      {
        message:
          "The wallet's balance does not cover the value and the network fee: nothing was sent. Add funds, or send less.",
      },
    ]),
    ...["out of gas", "gas required exceeds allowance (50000000)"].flatMap(
      (text): [string, unknown, "contract" | "wallet", object][] => [
        [
          `too little gas in the simulation, when a node reports “${text}”`,
          new Error(text),
          "contract",
          {
            message:
              "The simulation ran out of gas: nothing was sent. Try a smaller quantity, or try again later.",
          },
        ],
        [
          `a low gas limit, when a wallet reports “${text}”`,
          { code: -32603, data: { message: text } },
          "wallet",
          {
            mayBeSent: true,
            message:
              "Your wallet's gas limit is too low for this transaction. Leave the limit to your wallet, then try again. Check your wallet for a pending transaction first.",
          },
        ],
      ],
    ),
    [
      "an unknown outcome after any other wallet error, which may follow a sent transaction",
      new Error("?"),
      "wallet",
      {
        mayBeSent: true,
        message:
          "Your wallet sent an unexpected response. Try again. Check your wallet for a pending transaction first.",
      },
    ],
  ];
  for (const [title, error, failedAt, expected] of failures) {
    it(`describes ${title}`, () => {
      const failure = { failedAt, isRejection: false, ...expected };
      expect(describeFailure(error, failedAt)).to.deep.equal(failure);
    });
  }
});
