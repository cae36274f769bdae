/** Wallet error codes (EIP-1193, EIP-3326), including wallets connected over the relay (CAIP-25). */
export const walletErrorCode = {
  userRejected: 4001,
  unauthorized: 4100,
  chainSwitchFailed: 4902,
  relayUserRejected: 5000,
  relayChainsRejected: 5001,
  relayMethodsRejected: 5002,
  relayUserDisconnected: 6000,
} as const;

/** Error codes for a rejection; some wallets send the code as a string, or ethers' code. */
const rejectionCodes: ReadonlySet<string> = new Set([
  String(walletErrorCode.userRejected),
  String(walletErrorCode.relayUserRejected),
  String(walletErrorCode.relayMethodsRejected),
  "ACTION_REJECTED",
]);

/** Matches rejection messages from wallets that send an internal error's code or no code. */
const rejectionText =
  /\b(user|signer) (has )?(reject|den(y|ied)|declin|cancel|disapprov|abort|clos)|\b(reject|deni|declin|cancel|abort)\w* by (the )?(user|signer)|^(request )?(reject|cancel+)ed\.?$|\b0x6985\b/i;

/** Matches the error in viem and wagmi when they read the code of a thrown null. */
const codeReadFromNull = /(null|undefined)\b.*\bcode\b|\bcode\b.*\b(null|undefined)/;

/**
 * Whether the user rejected a wallet's request: by code, by message, or because the wallet threw
 * null or undefined, as some wallets do when their window is closed.
 */
export function isRejection(thrown: unknown): boolean {
  if (thrown === undefined || thrown === null) return true;
  if (thrown instanceof TypeError && codeReadFromNull.test(thrown.message)) return true;
  return (
    nestedErrors(thrown).some((each) => rejectionCodes.has(String(readField(each, "code")))) ||
    errorTexts(thrown).some((text) => rejectionText.test(text))
  );
}

const nestedKeys = ["cause", "data", "error", "info", "originalError"] as const;
const textKeys = ["name", "message", "shortMessage", "details"] as const;

/** Returns the thrown value and all errors nested in it by wallets, nodes and viem, outermost first. */
export function nestedErrors(thrown: unknown): unknown[] {
  const nested = new Set([thrown]);
  // A set's iteration includes items added during it.
  for (const each of nested) {
    for (const inner of nestedKeys.map((key) => readField(each, key))) {
      if (inner !== undefined && inner !== null) nested.add(inner);
    }
  }
  return [...nested];
}

/** Returns every message of an error and its nested errors. */
export function errorTexts(thrown: unknown): string[] {
  return nestedErrors(thrown)
    .flatMap((each) => [each, ...textKeys.map((key) => readField(each, key))])
    .filter((text) => typeof text === "string");
}

export function readField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Safety: any object can be read at any key; a missing one is undefined.
  return (value as Record<string, unknown>)[key];
}

/** Matches nodes' messages about a wrong nonce. */
const nonceError =
  /nonce ?too ?(?:high|low)|invalid nonce|expected nonce to be \d+|nonce has already been used/i;

/** Whether an error reports a wrong nonce. */
export function isNonceError(thrown: unknown): boolean {
  return errorTexts(thrown).some((text) => nonceError.test(text));
}
