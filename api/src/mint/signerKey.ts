import { isHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";

/** Schema that parses a private key into its account; error messages do not contain the key. */
export const signerKeySchema = z.string().transform((key, context): PrivateKeyAccount => {
  const account = accountOf(key.trim());
  if (account !== undefined) return account;
  context.addIssue({ code: "custom", message: "must be a private key: 0x and 64 hex digits" });
  return z.NEVER;
});

function accountOf(key: string): PrivateKeyAccount | undefined {
  if (!isHex(key) || key.length !== 66) return undefined;
  try {
    return privateKeyToAccount(key);
  } catch {
    // Zero, or not less than the curve's order.
    return undefined;
  }
}
