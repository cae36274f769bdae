import { collectionConfig } from "#collection/collection.config.ts";
import { formatEtherAmount } from "#protocol/values/ether";
import type { NamedValue } from "./decode.ts";

/** Functions and events of the collection whose numbers are amounts in wei. */
const amounts = [collectionConfig.priceFunction, "totalBalance", "PriceChanged", "FundsWithdrawn"];

/**
 * Lists values: `owner: 0x…, qty: 2`.
 *
 * @param source the function that returned them, or the event, whose amounts are in ETH. Arguments of calls have none:
 *   they are shown as they are sent.
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

/** Shortens bytes that are longer than an address or a hash. */
export function shortenBytes(value: string): string {
  return /^0x[\da-f]{65,}$/i.test(value) ? `${value.slice(0, 18)}…${value.slice(-8)}` : value;
}
