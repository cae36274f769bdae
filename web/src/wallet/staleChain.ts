/** Advice for a wallet with nonces from before the local chain was restarted. */
export const staleChainAdvice =
  "In MetaMask, choose this network, then Settings → Advanced → Clear activity tab data; other wallets call it “reset account”. It deletes no account and no key.";

/** Messages of nodes about a wrong nonce. */
const nonceRefusal =
  /nonce ?too ?(?:high|low)|invalid nonce|expected nonce to be \d+|nonce has already been used/i;

/** Whether one of the errors is about a wrong nonce. */
export function isNonceError(errors: readonly object[]): boolean {
  return errors.some((error) => textsOf(error).some((text) => nonceRefusal.test(text)));
}

/** Returns an error's texts, including those of the response that wallets wrap in many ways. */
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
