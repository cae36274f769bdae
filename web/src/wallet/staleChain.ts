import { errorTexts } from "./nestedErrors.ts";

/** Advice for a wallet with nonces from before the local chain was restarted. */
export const staleChainAdvice =
  "In MetaMask, choose this network, then Settings → Advanced → Clear activity tab data; other wallets call it “reset account”. It deletes no account and no key.";

/** Messages of nodes about a wrong nonce. */
const nonceRefusal =
  /nonce ?too ?(?:high|low)|invalid nonce|expected nonce to be \d+|nonce has already been used/i;

/** Whether an error is about a wrong nonce. */
export function isNonceError(thrown: unknown): boolean {
  return errorTexts(thrown).some((text) => nonceRefusal.test(text));
}
