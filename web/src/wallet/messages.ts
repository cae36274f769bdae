import type { ListedWallet } from "./directory/wallet.ts";
import type { PairingEnd } from "./relay/pairing.ts";
import {
  isNonceError,
  isRejection,
  nestedErrors,
  readField,
  walletErrorCode,
} from "./walletErrors.ts";

/** A readable wallet error. */
interface WalletFailure {
  /** A rejected prompt is a decision, not an error. */
  isRejection: boolean;
  code: number | undefined;
  message: string;
}

/** Describes an error from a wallet, a connector or wagmi. */
export function describeWalletError(thrown: unknown): WalletFailure {
  if (isRejection(thrown)) {
    return { isRejection: true, code: walletErrorCode.userRejected, message: "User rejected." };
  }
  const errors = nestedErrors(thrown);
  const codes = errors
    .map((each) => readField(each, "code"))
    .filter((code) => typeof code === "number");
  const names = errors.map((each) => readField(each, "name"));
  const message = isNonceError(thrown) ? nonceMessage() : messageFor(names, codes);
  return { isRejection: false, code: codes[0], message };
}

function nonceMessage(): string {
  const outOfSync = "Your wallet is out of sync with the network.";
  // Only local chains restart; the condition is a build-time constant.
  return import.meta.env?.DEV
    ? `${outOfSync} The local chain may have been restarted. ${staleChainAdvice}`
    : `${outOfSync} Wait for your pending transactions, then try again.`;
}

function messageFor(names: readonly unknown[], codes: readonly number[]): string {
  if (names.includes("SwitchChainError") && names.includes("ChainNotConfiguredError")) {
    return "chain not found on connector.";
  }
  const byName = names.map((name) => messagesByName.get(name)).find(Boolean);
  const byCode = codes.map((code) => messagesByCode.get(code)).find(Boolean);
  return byName ?? byCode ?? "Your wallet sent an unexpected response. Try again.";
}

const messagesByName = new Map<unknown, string>([
  ["LockedWalletError", "Unlock your wallet, then try again."],
  ["HttpRequestError", "Your wallet can't reach its network. Try again."],
  ["ProviderNotFoundError", "That wallet is no longer in this browser. Reload the page."],
  [
    "ChainNotConfiguredError",
    "This site doesn't support that network. Choose this site's network in your wallet.",
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

const messagesByCode = new Map<number, string>([
  [
    walletErrorCode.unauthorized,
    "Your wallet hasn't given this site access to that account. Allow it in the wallet, then try again.",
  ],
  [
    walletErrorCode.chainSwitchFailed,
    "Your wallet could not switch to this network. Add the network in the wallet, then try again.",
  ],
  [
    walletErrorCode.relayChainsRejected,
    "Your wallet does not know this network. Add it there, or use a different wallet.",
  ],
  [walletErrorCode.relayUserDisconnected, "Your wallet ended the connection. Connect it again."],
  [-32002, "Your wallet has an open request. Approve or reject it there first."],
]);

/** Advice for a wallet that still has nonces from before the local chain restarted. */
export const staleChainAdvice =
  "In MetaMask, choose this network, then Settings → Advanced → Clear activity tab data; other wallets call it “reset account”. It deletes no account and no key.";

/** Explains why wallets on other devices cannot connect, and what to do instead. */
export const noRelayMessages = [
  "This site doesn't support wallets on other devices.",
  "Use a wallet in this browser: install one as an extension, or open this page in a wallet app's browser.",
];

/** Explains how to connect a wallet that is not in this browser and cannot be paired. */
export function installInstruction(
  { name }: ListedWallet,
  { opensPage, isExtension }: { opensPage: boolean; isExtension: boolean },
): string {
  if (opensPage) return `${name} opens this page in its own browser. Connect your wallet there.`;
  return isExtension
    ? `Install ${name} in this browser, then reload this page.`
    : `Open this page in the ${name} app's browser.`;
}

/** Explains how to pair a wallet that is not in this browser. */
export function pairingInstruction(name: string, isOnPhone: boolean): string {
  return isOnPhone
    ? `Open this request in ${name}, and approve it there.`
    : `Scan this code with ${name} on your phone, then approve the request.`;
}

/** Explains why a pairing ended without a connection. */
export const pairingEndMessages: Record<PairingEnd, string> = {
  expired: "This code has expired. Create a new code and scan it.",
  rejected: "You rejected the request. Create a new code to try again.",
  unreachable: "The relay isn't responding. Check your internet connection, then try again.",
  failed: "WalletConnect didn't start. Try again, or use a wallet in this browser.",
};
