import { collectionConfig } from "#collection/collection.config.ts";
import { formatEtherAmount } from "#protocol/values/ether";
import type { NamedValue } from "./decode.ts";

/** The collection's functions and events whose numbers are amounts in wei. */
const amounts = [collectionConfig.priceFunction, "totalBalance", "PriceChanged", "FundsWithdrawn"];

/**
 * Formats values as a list: `owner: 0x…, qty: 2`.
 *
 * @param source function or event that returned the values, whose amounts are shown in ETH; empty
 * for a call's arguments, which are shown in wei.
 */
export function listValues(values: readonly NamedValue[], source = ""): string {
  return values
    .map(({ name, type, value }) => {
      const isAmount = amounts.includes(source) && type === "uint256";
      const text = isAmount ? formatEtherAmount(BigInt(value)) : shortenBytes(value);
      return name === "" ? text : `${name}: ${text}`;
    })
    .join(", ");
}

/** Shortens bytes longer than an address or a hash. */
export function shortenBytes(value: string): string {
  return /^0x[\da-f]{65,}$/i.test(value) ? `${value.slice(0, 18)}…${value.slice(-8)}` : value;
}
