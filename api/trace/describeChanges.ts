import { formatEtherAmount } from "#protocol/values/ether";
import type { AccountChanges, StorageChange } from "./stateChanges.ts";

/** Maximum length of a value, in characters; a longer one is shortened in its middle. */
const maxLength = 80;

/** Balances are rounded down to six decimals; their difference is exact. */
const roundingWei = 10n ** 12n;

/** The parts of an account's changes that are shown, also as JSON from the local world, which writes wei as text. */
type ShownAccount = Pick<AccountChanges, "address" | "contract" | "isFeeRecipient" | "storage"> & {
  balance?: { before: bigint | string; after: bigint | string };
};

/** Shown if the node cannot report what changed. */
const changesUnknown = "What changed is unknown: this node has no prestateTracer.";

/** A title with its lines. */
export interface ChangeGroup {
  title: string;
  lines: string[];
}

/** Describes what changed: a group for each contract's storage, then the balances. */
export function describeChanges(
  accounts: readonly ShownAccount[] | undefined,
  isReverted: boolean,
): ChangeGroup[] {
  if (accounts === undefined) return [{ title: changesUnknown, lines: [] }];
  const groups = accounts.map((account): ChangeGroup => {
    const { contract, address, storage } = account;
    const who = contract === undefined ? address : `${contract} ${shortenHex(address)}`;
    return { title: `Changed in ${who}`, lines: storage.map(changeLine) };
  });
  const payees = accounts.toSorted(
    (a, b) => Number(a.isFeeRecipient ?? 0) - Number(b.isFeeRecipient ?? 0),
  );
  groups.push({ title: "Balances", lines: payees.flatMap(balanceLine) });
  const changed = groups.filter(({ lines }) => lines.length > 0);
  const isUnchanged = isReverted || changed.length === 0;
  return isUnchanged ? [{ title: "Changed nothing", lines: [] }, ...changed] : changed;
}

/** Formats a change: `_phases[2].packed "Lantern Season" · currentCount 40 → 42 · supply 88 → 90`. */
function changeLine({ name, label, values, slots }: StorageChange): string {
  if (name === undefined) {
    return slots.map(({ slot, before, after }) => `slot ${slot} · ${before} → ${after}`).join();
  }
  const subject = shortenHex(name);
  const changes = values.map(({ field, before, after }) => {
    const change = `${shorten(before)} → ${shorten(after)}`;
    return field === "" ? change : `${field.replace(/ (\d+)$/, "[$1]")} ${change}`;
  });
  return [label === undefined ? subject : `${subject} "${label}"`, ...changes].join(" · ");
}

function balanceLine({ balance, contract, address, isFeeRecipient }: ShownAccount): string[] {
  if (balance === undefined) return [];
  const [before, after] = [BigInt(balance.before), BigInt(balance.after)];
  const [was, is] = [before, after].map((wei) => formatEtherAmount(wei - (wei % roundingWei), ""));
  const isVisible = was !== is;
  const change =
    after < before
      ? `−${formatEtherAmount(before - after)}`
      : `+${formatEtherAmount(after - before)}`;
  const who = `${contract ?? shortenHex(address)}${isFeeRecipient ? " (fee recipient)" : ""}`;
  const values = isVisible ? `${was?.trim()} → ${is?.trim()} ETH` : formatEtherAmount(after);
  return [`${who} · ${values} (${change})`];
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
