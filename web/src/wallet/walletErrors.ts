import { isNonceError, staleChainAdvice } from "./staleChain.ts";

/** Error codes of wallets (EIP-1193, EIP-3326) and of wallets over the relay (CAIP-25). */
const walletErrorCode = {
  userRejected: 4001,
  unauthorized: 4100,
  chainSwitchFailed: 4902,
  relayUserRejected: 5000,
  relayChainsRejected: 5001,
  relayUserDisconnected: 6000,
} as const;

const rejections: readonly unknown[] = [
  walletErrorCode.userRejected,
  walletErrorCode.relayUserRejected,
];

/** A readable wallet error. */
export interface WalletRefusal {
  /** A rejected prompt is a decision, not an error. */
  isRejection: boolean;
  code: number | undefined;
  message: string;
}

/** Describes an error that a wallet, a connector or wagmi threw. */
export function describeWalletError(error: unknown): WalletRefusal {
  const errors = withCauses(error);
  const codes = errors.map(({ code }) => code).filter((code) => typeof code === "number");
  if (codes.some((code) => rejections.includes(code))) {
    return { isRejection: true, code: walletErrorCode.userRejected, message: "User rejected." };
  }
  if (isNonceError(errors)) {
    return { isRejection: false, code: codes[0], message: wordsForNonce() };
  }
  const names = errors.map(({ name }) => name);
  return { isRejection: false, code: codes[0], message: wordsFor(names, codes) };
}

function wordsForNonce(): string {
  const words = "Your wallet's nonce is out of sync.";
  // Only local chains are restarted; the condition is a build-time constant.
  return import.meta.env?.DEV
    ? `${words} The local chain may have been restarted. ${staleChainAdvice}`
    : `${words} Wait for your pending transactions, then try again.`;
}

function wordsFor(names: readonly unknown[], codes: readonly number[]): string {
  if (names.includes("SwitchChainError") && names.includes("ChainNotConfiguredError")) {
    return "chain not found on connector.";
  }
  const byName = names.map((name) => wordsByName.get(name)).find(Boolean);
  const byCode = codes.map((code) => wordsByCode.get(code)).find(Boolean);
  return byName ?? byCode ?? "Your wallet did not answer as expected. Try again.";
}

const wordsByName = new Map<unknown, string>([
  ["ProviderNotFoundError", "That wallet is no longer in this browser. Reload the page."],
  [
    "ChainNotConfiguredError",
    "This page does not serve that network. Choose this page's network in your wallet.",
  ],
  ["ConnectorAlreadyConnectedError", "That wallet is connected already. Close this dialog."],
  ["ConnectorNotConnectedError", "Your wallet is no longer connected. Connect it again."],
  [
    "ConnectorAccountNotFoundError",
    "Your wallet is on a different account. Switch to the owner's account.",
  ],
  [
    "SwitchChainNotSupportedError",
    "Your wallet cannot switch networks from here. Switch in the wallet itself.",
  ],
]);

const wordsByCode = new Map<number, string>([
  [
    walletErrorCode.unauthorized,
    "Your wallet has not let this page use that account. Allow it in the wallet, then try again.",
  ],
  [
    walletErrorCode.chainSwitchFailed,
    "Your wallet could not switch to this network. Add the network in the wallet, then try again.",
  ],
  [
    walletErrorCode.relayChainsRejected,
    "Your wallet does not know this network. Add it there, or use another wallet.",
  ],
  [walletErrorCode.relayUserDisconnected, "Your wallet ended the connection. Connect it again."],
  [-32002, "Your wallet is already asking you something. Open it and answer there."],
]);

/** Returns the error and its causes, outermost first. */
function withCauses(error: unknown): { name?: unknown; code?: unknown; cause?: unknown }[] {
  const found: object[] = [];
  let each = error;
  while (typeof each === "object" && each !== null && !found.includes(each)) {
    found.push(each);
    each = "cause" in each ? each.cause : undefined;
  }
  return found;
}
