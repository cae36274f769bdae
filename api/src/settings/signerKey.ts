import { isHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";

/** Schema that parses a private key into its account; error messages do not contain the key. */
export const signerKeySchema = z.string().transform((text, context): PrivateKeyAccount => {
  const key = text.trim();
  try {
    // viem ignores the first two characters.
    if (isHex(key)) return privateKeyToAccount(key);
  } catch {
    // Not 32 bytes, zero, or not less than the curve's order.
  }
  context.addIssue({ code: "custom", message: "must be a private key: 0x and 64 hex digits" });
  return z.NEVER;
});
