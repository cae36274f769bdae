import { formatEtherAmount } from "#protocol/values/ether";
import type { AccountChanges, StorageChange } from "./stateChanges.ts";

/** Maximum length of a value, in characters; a longer one is shortened in its middle. */
const maxLength = 80;

/** Balances are rounded down to six decimals if that shows their difference, which is exact. */
const roundingWei = 10n ** 12n;

/** An account's changes, also as JSON from the local world, which writes wei as text. */
type ShownAccount = Omit<AccountChanges, "balance"> & {
  balance?: { before: bigint | string; after: bigint | string };
};

/** A title with its changes. */
export interface ChangeGroup {
  title: string;
  changes: ShownChange[];
}

/** A variable, slot or account with its changes: `currentCount 40 → 42`. */
interface ShownChange {
  subject: string;
  values: string[];
}

/**
 * Describes what changed: a group for each contract's storage, then the balances.
 *
 * @param accounts changed accounts; undefined if the node could not report them.
 */
export function describeChanges(
  accounts: readonly ShownAccount[] | undefined,
  isReverted: boolean,
): ChangeGroup[] {
  if (accounts === undefined) {
    return [{ title: "Changes are unknown: the node's prestateTracer failed", changes: [] }];
  }
  const storage = accounts.map(({ contract, address, storage }): ChangeGroup => {
    const name = contract === undefined ? address : nameContract(contract, address);
    return { title: `Changes in ${name}`, changes: storage.map(showStorage) };
  });
  const sorted = accounts.toSorted(
    (a, b) => Number(a.isFeeRecipient ?? 0) - Number(b.isFeeRecipient ?? 0),
  );
  const balances = { title: "Balances", changes: sorted.flatMap(showBalance) };
  const groups = [...storage, balances].filter(({ changes }) => changes.length > 0);
  if (groups.length > 0 && !isReverted) return groups;
  const title = `Changes nothing${groups.length > 0 ? " except balances" : ""}`;
  return [{ title, changes: [] }, ...groups];
}

/** Shows a change, such as `_phases[2].packed "Lantern Season"` with `currentCount 40 → 42` and `supply 88 → 90`. */
function showStorage({ name, label, values, slots }: StorageChange): ShownChange {
  if (name === undefined) {
    const words = slots.map(({ before, after }) => `${before} → ${after}`);
    return { subject: `slot ${slots[0]?.slot}`, values: words };
  }
  return {
    subject: `${shortenHex(name)}${label === undefined ? "" : ` "${label}"`}`,
    values: values.map(({ field, before, after }) => {
      const title = field === "" ? "" : `${field.replace(/ (\d+)$/, "[$1]")} `;
      return `${title}${shorten(before)} → ${shorten(after)}`;
    }),
  };
}

function showBalance({ balance, contract, address, isFeeRecipient }: ShownAccount): ShownChange[] {
  if (balance === undefined) return [];
  const [before, after] = [BigInt(balance.before), BigInt(balance.after)];
  const change = after - before;
  const difference =
    change < 0n ? `−${formatEtherAmount(-change)}` : `+${formatEtherAmount(change)}`;
  const rounded = [before, after].map((wei) => formatEtherAmount(wei - (wei % roundingWei)));
  const isVisible = rounded[0] !== rounded[1];
  const [was, is] = isVisible ? rounded : [before, after].map((wei) => formatEtherAmount(wei));
  const name = contract === undefined ? shortenHex(address) : nameContract(contract, address);
  const subject = `${name}${isFeeRecipient ? " (fee recipient)" : ""}`;
  return [{ subject, values: [`${was?.replace(" ETH", "")} → ${is} (${difference})`] }];
}

/** Names a contract and its address, because several can have the same name. */
function nameContract(contract: string, address: string): string {
  return `${contract} ${shortenHex(address)}`;
}

function shorten(value: string): string {
  const text = shortenHex(value);
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength / 2)}…${text.slice(-maxLength / 4)}`;
}

/** Shortens addresses and hashes: `0x3C44…93BC`. */
function shortenHex(text: string): string {
  return text.replaceAll(/0x[\da-f]{40,}/gi, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`);
}
