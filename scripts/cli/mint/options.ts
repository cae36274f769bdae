import { type Address, zeroAddress } from "viem";
import { parseAddress } from "#protocol/address";
import { isUint256 } from "#protocol/uint256";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** Options of every command that asks a collection, as `parseArgs` takes them. */
export const commonOptions = {
  rpc: { type: "string" },
  contract: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** @throws {UsageError} when it is not the address of an account. */
export function readAddress(option: string, value: string | undefined): Address {
  const address = parseAddress(value ?? "");
  if (address !== undefined && address !== zeroAddress) return address;
  throw new UsageError(
    value === undefined
      ? `Missing ${option} ADDRESS`
      : `${option}: "${value}" is not an account's address (0x and 40 hex digits).`,
  );
}

/** @throws {UsageError} when it is not a whole number from 1 upwards. */
export function readQuantity(option: string, value: string | undefined): bigint {
  if (value !== undefined && isUint256(value) && value !== "0") return BigInt(value);
  throw new UsageError(
    value === undefined
      ? `Missing ${option} N`
      : `${option}: "${value}" is not a whole number from 1 upwards.`,
  );
}
