/** What to do about a wallet whose nonce is out of sync because the local chain was restarted. */
export const staleChainAdvice =
  "In MetaMask, choose this network, then Settings → Advanced → Clear activity tab data; other wallets call it “reset account”. It deletes no account and no key.";

/** How nodes refuse a transaction whose number does not follow the sender's last one. */
const nonceRefusal =
  /nonce ?too ?(?:high|low)|invalid nonce|expected nonce to be \d+|nonce has already been used/i;

/** Tells whether an error, or one of those that caused it, is about a transaction's number. */
export function isNonceRefusal(errors: readonly object[]): boolean {
  return errors.some((error) => textsOf(error).some((text) => nonceRefusal.test(text)));
}

/** An error's words, and those of the answer that came with it, which wallets wrap in many ways. */
function textsOf(error: object): string[] {
  const data = "data" in error ? error.data : undefined;
  const texts = [
    "name" in error ? error.name : "",
    "message" in error ? error.message : "",
    "details" in error ? error.details : "",
    typeof data === "object" && data !== null && "message" in data ? data.message : "",
  ];
  return texts.filter((text) => typeof text === "string");
}
