/** Error codes of wallets (EIP-1193, EIP-3326) and of wallets over the relay (CAIP-25). */
const walletErrorCode = {
  userRejected: 4001,
  unauthorized: 4100,
  chainSwitchFailed: 4902,
  relayUserRejected: 5000,
  relayChainsRejected: 5001,
  relayMethodsRejected: 5002,
  relayUserDisconnected: 6000,
} as const;

/** Codes of a rejection; some wallets send them as text, or ethers' code. */
const rejectionCodes: ReadonlySet<string> = new Set([
  String(walletErrorCode.userRejected),
  String(walletErrorCode.relayUserRejected),
  String(walletErrorCode.relayMethodsRejected),
  "ACTION_REJECTED",
]);

/** Texts of wallets that report a rejection with an internal error's code or none. */
const rejectionText =
  /\b(user|signer) (has )?(reject|den(y|ied)|declin|cancel|disapprov|abort|clos)|\b(reject|deni|declin|cancel|abort)\w* by (the )?(user|signer)|^(request )?(reject|cancel+)ed\.?$|\b0x6985\b/i;

/** viem and wagmi read the code of what a wallet throws, even if that is null. */
const readingCodeOfNothing = /(null|undefined)\b.*\bcode\b|\bcode\b.*\b(null|undefined)/;

/** A readable wallet error. */
interface WalletRefusal {
  /** A rejected prompt is a decision, not an error. */
  isRejection: boolean;
  code: number | undefined;
  message: string;
}

/**
 * Whether a person rejected a wallet's request: by code, by text, or because the wallet threw nothing at
 * all, as some do when their window is closed.
 */
export function isRejection(thrown: unknown): boolean {
  if (thrown === undefined || thrown === null) return true;
  if (thrown instanceof TypeError && readingCodeOfNothing.test(thrown.message)) return true;
  return (
    nestedErrors(thrown).some((each) => rejectionCodes.has(String(fieldOf(each, "code")))) ||
    errorTexts(thrown).some((text) => rejectionText.test(text))
  );
}

/** Describes an error that a wallet, a connector or wagmi threw. */
export function describeWalletError(thrown: unknown): WalletRefusal {
  if (isRejection(thrown)) {
    return { isRejection: true, code: walletErrorCode.userRejected, message: "User rejected." };
  }
  const errors = nestedErrors(thrown);
  const codes = errors
    .map((each) => fieldOf(each, "code"))
    .filter((code) => typeof code === "number");
  const names = errors.map((each) => fieldOf(each, "name"));
  const message = isNonceError(thrown) ? wordsForNonce() : wordsFor(names, codes);
  return { isRejection: false, code: codes[0], message };
}

function wordsForNonce(): string {
  const words = "Your wallet is out of sync with the network.";
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
  return byName ?? byCode ?? "Your wallet sent an unexpected response. Try again.";
}

const wordsByName = new Map<unknown, string>([
  ["LockedWalletError", "Unlock your wallet, then try again."],
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
  [-32002, "Your wallet has an open request. Approve or reject it there first."],
]);

const links = ["cause", "data", "error", "info", "originalError"] as const;
const textKeys = ["name", "message", "shortMessage", "details"] as const;

/** Returns what was thrown and everything that wallets, nodes and viem nest in it, outermost first. */
export function nestedErrors(thrown: unknown): unknown[] {
  const found = new Set([thrown]);
  // A set's iteration includes what is added meanwhile.
  for (const each of found) {
    for (const inner of links.map((key) => fieldOf(each, key))) {
      if (inner !== undefined && inner !== null) found.add(inner);
    }
  }
  return [...found];
}

/** Returns every text of an error and of what is nested in it. */
export function errorTexts(thrown: unknown): string[] {
  return nestedErrors(thrown)
    .flatMap((each) => [each, ...textKeys.map((key) => fieldOf(each, key))])
    .filter((text) => typeof text === "string");
}

export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Safety: any object can be read at any key; a missing one is undefined.
  return (value as Record<string, unknown>)[key];
}

/** Advice for a wallet with nonces from before the local chain was restarted. */
export const staleChainAdvice =
  "In MetaMask, choose this network, then Settings → Advanced → Clear activity tab data; other wallets call it “reset account”. It deletes no account and no key.";

/** Messages of nodes about a wrong nonce. */
const nonceRefusal =
  /nonce ?too ?(?:high|low)|invalid nonce|expected nonce to be \d+|nonce has already been used/i;

/** Whether an error is about a wrong nonce. */
function isNonceError(thrown: unknown): boolean {
  return errorTexts(thrown).some((text) => nonceRefusal.test(text));
}
