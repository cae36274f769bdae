import { getAddress, isAddress } from "viem";
import { isWellFormed } from "#protocol/stories/narrative";
import { isUint256 } from "#protocol/values/bigints";
import type { SignedMintAuthorization } from "#protocol/wire/responses";

/** Thrown for an invalid signed authorization; its message states the invalid field in one sentence. */
export class AuthorizationFormatError extends Error {
  override name = "AuthorizationFormatError";
}

interface Field {
  /** Describes the valid format, as the end of a sentence. */
  expected: string;
  isValid(value: unknown): boolean;
}

const address: Field = {
  expected: "an address: 0x and 40 hex digits, all in lowercase or with a valid checksum",
  isValid: (value) => typeof value === "string" && isAddress(value),
};

/** Rejects malformed Unicode, which UTF-8 encoding would replace, changing the digest. */
const wellFormedText: Field = {
  expected: "valid Unicode text",
  isValid: (value) => typeof value === "string" && isWellFormed(value),
};

const fields: Record<keyof SignedMintAuthorization, Field> = {
  chainId: {
    expected: "a chain ID as a number such as 31337, not as a string",
    isValid: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  },
  contract: address,
  minter: address,
  phase: wellFormedText,
  transactionID: wellFormedText,
  qty: {
    expected: 'a whole number in decimal digits, as a string such as "2"',
    isValid: (value) => typeof value === "string" && isUint256(value),
  },
  hash: bytes(32),
  signature: bytes(65),
};

/**
 * Parses a pasted signed authorization, which must have exactly the expected fields in valid
 * formats. Does not validate the signature.
 *
 * @throws {AuthorizationFormatError}
 */
export function readAuthorization(json: string): SignedMintAuthorization {
  const value = parse(json);
  for (const [name, { expected, isValid }] of Object.entries(fields)) {
    if (!Object.hasOwn(value, name)) {
      throw new AuthorizationFormatError(`The field "${name}" is missing.`);
    }
    if (isValid(value[name])) continue;
    throw new AuthorizationFormatError(`The field "${name}" must be ${expected}.`);
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    throw new AuthorizationFormatError(`An authorization has no field "${unknown}".`);
  }
  // Safety: each field has been checked, and there are no others.
  const signed = value as unknown as SignedMintAuthorization;
  return { ...signed, contract: getAddress(signed.contract), minter: getAddress(signed.minter) };
}

function parse(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new AuthorizationFormatError("This is not JSON, so it is not an authorization.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AuthorizationFormatError("This is not a JSON object, so it is not an authorization.");
  }
  // Safety: keys of a parsed object are strings.
  return value as Record<string, unknown>;
}

function bytes(count: number): Field {
  const form = new RegExp(`^0x[0-9a-f]{${count * 2}}$`, "i");
  return {
    expected: `${count} bytes: 0x and ${count * 2} hex digits`,
    isValid: (value) => typeof value === "string" && form.test(value),
  };
}
