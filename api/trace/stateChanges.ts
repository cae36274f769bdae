import { type Address, getAddress, type Hex } from "viem";
import type { BuiltContract } from "./contractBuild.ts";
import { bitsOf, formatBits, formatField, readText, toWord } from "./formatBits.ts";
import { formatText, type TextSlots } from "./formatText.ts";
import type { CallFrame } from "./nodeTrace.ts";
import { createSlotReader, type SlotReader, type StoredValue } from "./slotReader.ts";
import type { AccountDiff, Change, StateDiff } from "./stateDiff.ts";

/** What a transaction or call changed in an account. */
export interface AccountChanges {
  address: Address;
  /** Contract name, if the build contains the code. */
  contract?: string;
  /** Balance in wei, if it changed. */
  balance?: Change<bigint>;
  /** Whether no call concerned the account, so that it only received the block's fees. */
  isFeeRecipient?: boolean;
  storage: StorageChange[];
}

/** A changed variable, or a changed slot that no known layout explains. */
export interface StorageChange {
  /** Solidity expression, such as `_owners[0x…].account`; absent if unknown. */
  name?: string;
  /** Unchanged text in the packed value, which identifies it. */
  label?: string;
  values: ChangedValue[];
  slots: ChangedSlot[];
}

/** A changed value, or a changed field of a packed value. */
export interface ChangedValue extends Change<string> {
  /** Name of the field; empty for a complete value. */
  field: string;
}

interface ChangedText extends TextSlots {
  slots: ChangedSlot[];
}

interface ChangedSlot extends Change<Hex> {
  slot: Hex;
}

/** Finds the contract whose code a call runs. */
type FindContract = (frame: CallFrame) => BuiltContract | undefined;

/** Adds names to what a node reports as changed; accounts without a change are omitted. */
export function nameChanges(
  { accounts, preimages }: StateDiff,
  frame: CallFrame,
  findContract: FindContract,
): AccountChanges[] {
  const { contracts, involved } = listContracts(frame, findContract);
  return accounts.flatMap((diff) => {
    const { address, balance, slots } = diff;
    const isPaid = balance.before !== balance.after;
    if (!isPaid && slots.size === 0) return [];
    const known = contracts.get(address.toLowerCase()) ?? [];
    const readers = known.flatMap(({ layout }) =>
      layout ? [createSlotReader(layout, preimages)] : [],
    );
    return {
      address: getAddress(address),
      ...(known[0] && { contract: known[0].name }),
      ...(isPaid && { balance }),
      ...(!involved.has(address.toLowerCase()) && { isFeeRecipient: true }),
      storage: nameSlots(diff, readers),
    };
  });
}

/** Lists the contracts at each address, first its own, then those whose code ran there by a delegate call. */
function listContracts(frame: CallFrame, findContract: FindContract) {
  const contracts = new Map<string, BuiltContract[]>();
  const involved = new Set<string>();
  function visit(frame: CallFrame): void {
    const { type, calls = [] } = frame;
    const from = frame.from.toLowerCase();
    // A failed creation has no address.
    const to = frame.to?.toLowerCase() ?? "";
    const at = /^(DELEGATECALL|CALLCODE)$/.test(type) ? from : to;
    const contract = findContract(frame);
    const known = contracts.get(at) ?? [];
    if (contract && !known.includes(contract)) contracts.set(at, [...known, contract]);
    involved.add(from).add(to);
    calls.forEach(visit);
  }
  visit(frame);
  return { contracts, involved };
}

/** Names an account's slots, in the order of their names; slots without a name come last. */
function nameSlots({ slots }: AccountDiff, readers: readonly SlotReader[]): StorageChange[] {
  const changes: StorageChange[] = [];
  const texts = new Map<string, ChangedText>();
  for (const [slot, change] of slots) {
    const { before, after } = change;
    const words = { before: toWord(before), after: toWord(after) };
    const changed = { slot: toWord(slot), ...words };
    const values = findValues(slot, change, readers);
    if (values.length === 0) changes.push({ values: [{ field: "", ...words }], slots: [changed] });
    for (const value of values) {
      const { name, type, part } = value;
      if (type.encoding !== "bytes") {
        changes.push({ name, ...nameValues(value, change), slots: [changed] });
        continue;
      }
      const text: ChangedText = texts.get(name) ?? {
        type: type.label,
        parts: new Map(),
        slots: [],
      };
      texts.set(name, text);
      text.slots.push(changed);
      if (part === undefined) text.head = change;
      else text.parts.set(part, change);
    }
  }
  for (const [name, text] of texts) {
    const [before, after] = [formatText(text, "before"), formatText(text, "after")];
    changes.push({ name, values: [{ field: "", before, after }], slots: text.slots });
  }
  const { compare } = new Intl.Collator("en", { numeric: true });
  return changes.toSorted((a, b) => compare(a.name ?? "\uffff", b.name ?? "\uffff"));
}

/** Returns the changed values in a slot; none unless they explain every changed bit. */
function findValues(
  slot: bigint,
  { before, after }: Change<bigint>,
  readers: readonly SlotReader[],
): StoredValue[] {
  const changedBits = before ^ after;
  for (const read of readers) {
    const values = read(slot).filter((value) => bitsIn(value, changedBits) !== 0n);
    const named = values.map((value) => bitsIn(value, changedBits) << BigInt(8 * value.offset));
    if (named.reduce((sum, bits) => sum | bits, 0n) === changedBits) return values;
  }
  return [];
}

function bitsIn({ offset, type }: StoredValue, word: bigint): bigint {
  return bitsOf(word, 8 * offset, 8 * Number(type.numberOfBytes));
}

function nameValues(
  value: StoredValue,
  change: Change<bigint>,
): Pick<StorageChange, "label" | "values"> {
  const { type } = value;
  const [before, after] = [bitsIn(value, change.before), bitsIn(value, change.after)];
  if (type.fields === undefined) {
    return {
      values: [{ field: "", before: formatBits(before, type), after: formatBits(after, type) }],
    };
  }
  const values: ChangedValue[] = [];
  let label: string | undefined;
  for (const field of type.fields) {
    const [from, to] = field.bits;
    const [old, now] = [bitsOf(before, from, to - from + 1), bitsOf(after, from, to - from + 1)];
    if (old === now) {
      label ??= readText(now, to - from + 1) || undefined;
      continue;
    }
    values.push({ field: field.name, ...formatField(field, old, now) });
  }
  return { ...(label !== undefined && { label }), values };
}
