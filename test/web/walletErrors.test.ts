import { expect } from "chai";
import {
  NonceTooHighError,
  SwitchChainError,
  TransactionExecutionError,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from "viem";
import {
  ChainNotConfiguredError,
  ConnectorAlreadyConnectedError,
  SwitchChainNotSupportedError,
} from "wagmi";
import { describeWalletError } from "../../web/src/wallet/walletErrors.ts";

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

  it("[S8.9] describes an unauthorised account: 4100", () => {
    const refusal = describeWalletError(new UnauthorizedProviderError(new Error("no")));
    expect(refusal).to.include({ isRejection: false, code: 4100 });
    expect(refusal.message).not.to.equal(unknown);
  });

  it("[S8.10] describes a failed chain switch: 4902", () => {
    const refusal = describeWalletError(new SwitchChainError(new Error("no")));
    expect(refusal).to.include({ isRejection: false, code: 4902 });
    expect(refusal.message).not.to.equal(unknown);
  });

  it("[S8.11] shows chain not found on connector.", () => {
    const error = new SwitchChainError(new ChainNotConfiguredError());
    expect(describeWalletError(error).message).to.equal("chain not found on connector.");
  });

  it("[S8.12] has messages for a chain that is not configured, a connector that is already connected, and a wallet that cannot switch", () => {
    const connector = { name: "Test Wallet" } as never;
    const messages = [
      new ChainNotConfiguredError(),
      new ConnectorAlreadyConnectedError(),
      new SwitchChainNotSupportedError({ connector }),
    ].map((error) => describeWalletError(error).message);
    expect(new Set([...messages, unknown]).size).to.equal(4);
  });

  const nonceRefusals = {
    "Hardhat's node": new Error("Nonce too high. Expected nonce to be 0 but got 5. Note that..."),
    "another node": { code: -32000, message: "nonce too low: next nonce 3, tx nonce 1" },
    "MetaMask, in its data": {
      code: -32603,
      message: "Internal JSON-RPC error.",
      data: { code: -32000, message: "Nonce too high. Expected nonce to be 0 but got 5." },
    },
    viem: new TransactionExecutionError(new NonceTooHighError({ nonce: 5 }), { account: null }),
  };
  for (const [who, error] of Object.entries(nonceRefusals)) {
    it(`recognises a wrong nonce as reported by ${who}`, () => {
      const refusal = describeWalletError(new Error("wrapped", { cause: error }));
      expect(refusal.isRejection).to.equal(false);
      expect(refusal.message).to.equal(
        "Your wallet's nonce is out of sync. Wait for your pending transactions, then try again.",
      );
    });
  }

  it("treats a rejection as a decision, whatever else its message contains", () => {
    const rejection = { code: 4001, message: "Rejected; nonce too high anyway." };
    expect(describeWalletError(rejection).isRejection).to.equal(true);
  });

  it("[S8.13] has a message for any thrown value, even with circular causes", () => {
    const circular: { cause?: unknown } = {};
    circular.cause = circular;
    for (const thrown of [undefined, null, "no", 42, {}, circular]) {
      expect(describeWalletError(thrown)).to.deep.equal({
        isRejection: false,
        code: undefined,
        message: unknown,
      });
    }
  });
});
