import { expect } from "chai";
import { custom, SwitchChainError, UserRejectedRequestError } from "viem";
import { ChainNotConfiguredError } from "wagmi";
import { describeWalletError } from "../../../web/src/wallet/messages.ts";
import { isRejection } from "../../../web/src/wallet/walletErrors.ts";

const unknown = describeWalletError(new Error("?")).message;

describe("describeWalletError", () => {
  it("[S8.8] describes a rejection as a decision: User rejected., 4001", () => {
    const raw = { code: 4001, message: "User denied message signature." };
    const rejection = { isRejection: true, code: 4001, message: "User rejected." };
    const overRelay = { code: 5000, message: "User rejected." };
    expect(describeWalletError(overRelay)).to.deep.equal(rejection);
    expect(describeWalletError(raw)).to.deep.equal(rejection);
    expect(describeWalletError(new UserRejectedRequestError(new Error("no")))).to.deep.equal(
      rejection,
    );
    expect(describeWalletError(new Error("wrapped", { cause: raw }))).to.deep.equal(rejection);
  });

  const rejections: unknown[] = [
    { code: -32603, message: "User rejected the request." },
    { code: -32000, message: "MetaMask Message Signature: User denied message signature." },
    { code: "4001" },
    { code: "ACTION_REJECTED", message: "user rejected action" },
    { code: 5002, message: "User disapproved requested methods" },
    { code: -32603, message: "Internal JSON-RPC error.", data: { originalError: { code: 4001 } } },
    { message: "could not coalesce error", info: { error: { code: 4001 } } },
    "User rejected",
    "Rejected by user",
    "Cancelled",
    { message: "User canceled" },
    { message: "Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)" },
    null,
    undefined,
  ];
  for (const thrown of rejections) {
    it(`recognizes the rejection ${JSON.stringify(thrown)}, even when viem wraps it`, async () => {
      const { request } = custom({ request: () => Promise.reject(thrown) })({ retryCount: 0 });
      const error = await request({ method: "personal_sign" }).then(expect.fail, (error) => error);
      expect([isRejection(thrown), isRejection(error)]).to.deep.equal([true, true]);
    });
  }

  it("[S8.11] shows chain not found on connector.", () => {
    const error = new SwitchChainError(new ChainNotConfiguredError());
    expect(describeWalletError(error).message).to.equal("chain not found on connector.");
  });

  it("[S8.13] returns a message for any thrown value, even with circular causes", () => {
    const circular: { cause?: unknown } = {};
    circular.cause = circular;
    for (const thrown of ["no", 42, {}, circular]) {
      expect(describeWalletError(thrown)).to.deep.equal({
        isRejection: false,
        code: undefined,
        message: unknown,
      });
    }
  });

  const messages: [error: object, code: number | undefined, message: string, row?: string][] = [
    [
      { name: "ProviderNotFoundError" },
      undefined,
      "That wallet is no longer in this browser. Reload the page.",
    ],
    [
      { name: "ChainNotConfiguredError" },
      undefined,
      "This site doesn't support that network. Choose this site's network in your wallet.",
      "[S8.12] ",
    ],
    [
      { name: "ConnectorAlreadyConnectedError" },
      undefined,
      "That wallet is connected already. Close this dialog.",
      "[S8.12] ",
    ],
    [
      { name: "ConnectorNotConnectedError" },
      undefined,
      "Your wallet is no longer connected. Connect it again.",
    ],
    [
      { name: "ConnectorAccountNotFoundError" },
      undefined,
      "Your wallet is on a different account. Switch to the owner's account.",
    ],
    [
      { name: "SwitchChainNotSupportedError" },
      undefined,
      "Your wallet cannot switch networks from here. Switch in the wallet itself.",
      "[S8.12] ",
    ],
    [
      { code: 4100 },
      4100,
      "Your wallet hasn't given this site access to that account. Allow it in the wallet, then try again.",
      "[S8.9] ",
    ],
    [
      { code: 4902 },
      4902,
      "Your wallet could not switch to this network. Add the network in the wallet, then try again.",
      "[S8.10] ",
    ],
    [
      { code: 5001 },
      5001,
      "Your wallet does not know this network. Add it there, or use a different wallet.",
    ],
    [{ code: 6000 }, 6000, "Your wallet ended the connection. Connect it again."],
    [
      { code: -32002 },
      -32002,
      "Your wallet has an open request. Approve or reject it there first.",
    ],
    [
      { name: "ConnectorAlreadyConnectedError", code: 4100 },
      4100,
      "That wallet is connected already. Close this dialog.",
    ],
    [{ name: "LockedWalletError" }, undefined, "Unlock your wallet, then try again."],
  ];
  for (const [error, code, message, row = ""] of messages) {
    it(`${row}shows “${message}” for ${JSON.stringify(error)}, at any depth`, () => {
      const failure = { isRejection: false, code, message };
      expect(describeWalletError(error)).to.deep.equal(failure);
      expect(describeWalletError(new Error("outer", { cause: error }))).to.deep.equal(failure);
    });
  }
});
