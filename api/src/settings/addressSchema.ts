import type { Address } from "viem";
import { z } from "zod";
import { parseAddress } from "#protocol/address";

/** Parses an address; the result has its EIP-55 checksum. */
export const addressSchema = z.string().transform((text, context): Address => {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  context.addIssue({ code: "custom", message: "must be an address: 0x and 40 hex digits" });
  return z.NEVER;
});
