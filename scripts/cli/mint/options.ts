import { type Address, zeroAddress } from "viem";
import { parseAddress } from "#protocol/address";
import { isUint256 } from "#protocol/bigints";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** The options of every command that reads a collection, in the form of `parseArgs`. */
export const commonOptions = {
  rpc: { type: "string" },
  contract: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/**
 * Validates the values of `commonOptions`.
 *
 * @throws {UsageError} if `--rpc` is not an http or https URL, or `--contract` not the address of an account.
 */
export function readCommonOptions(values: OptionValues<typeof commonOptions>) {
  const { rpc, contract, json } = values;
  if (rpc !== undefined && !/^https?:$/.test(URL.parse(rpc)?.protocol ?? "")) {
    throw new UsageError("--rpc takes an http or https URL.");
  }
  return {
    rpc,
    contract: contract === undefined ? undefined : readAddress("--contract", contract),
    json,
  };
}

/** @throws {UsageError} when it is not the address of an account. */
export function readAddress(option: string, value: string | undefined): Address {
  const address = parseAddress(value ?? "");
  if (address !== undefined && address !== zeroAddress) return address;
  throw new UsageError(
    value === undefined
      ? `Missing ${option} ADDRESS.`
      : `${option}: "${value}" is not an account's address (0x and 40 hex digits).`,
  );
}

/** @throws {UsageError} when it is not a whole number from 1 upwards. */
export function readQuantity(option: string, value: string | undefined): bigint {
  if (value !== undefined && isUint256(value) && value !== "0") return BigInt(value);
  throw new UsageError(
    value === undefined
      ? `Missing ${option} N.`
      : `${option}: "${value}" is not a whole number from 1 upwards.`,
  );
}
