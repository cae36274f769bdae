import { type Address, type Hex, numberToHex } from "viem";
import { parseAddress } from "#protocol/values/address";
import { parseEtherAmount } from "#protocol/values/ether";
import type { NodeRequest } from "#trace/nodeTrace";
import { formatTimestamp, parseTimeTarget } from "./timeTarget.ts";

/** Thrown for an unknown control, invalid arguments, or a control that the chain rejects. */
export class ChainControlError extends Error {
  override name = "ChainControlError";
}

/** A controllable Hardhat node and its snapshots. */
export interface ControlledChain {
  request: NodeRequest;
  /** The node's snapshot IDs by our number, oldest first. */
  snapshots: Map<number, Hex>;
  /** Replaces the last blocks by a longer branch. */
  replaceBlocks(count: number, way: ReorgWay): Promise<ReorgResult>;
}

/** What a reorganization does with the transactions of the replaced blocks, the default first. */
export const reorgWays = {
  reorder: { label: "run in reverse order", effect: "ran in reverse order" },
  pend: { label: "wait for the next block", effect: "went back to pending, until the next block" },
  drop: { label: "disappear", effect: "disappeared" },
  replace: { label: "become empty ones", effect: "became empty ones with the same nonces" },
} as const;
export type ReorgWay = keyof typeof reorgWays;

/** The effect of a reorganization. */
export interface ReorgResult {
  /** Number of the first replaced block. */
  first: number;
  /** How many transactions the replaced blocks contained. */
  transactions: number;
  /** How many transactions revert on the new branch, or are not in it. */
  failed: number;
}

/** Applies a control and describes the effect in a sentence. */
type Apply = (chain: ControlledChain) => Promise<string>;

export interface ChainControl {
  /** Syntax of the control's arguments. */
  usage: string;
  purpose: string;
  /** Whether the control removes blocks that open pages have seen, so that the pages must reload. */
  undoesBlocks?: true;
  /** Parses the arguments. @returns undefined if they are invalid. */
  prepare(parts: readonly string[]): Apply | undefined;
}

const maxBlocks = 1_000_000;

/** Controls of the local chain, by name. */
export const chainControls = {
  time: {
    usage: "TIME",
    purpose:
      "Mine a block at a given time: +30s, +5m, +1h, +1d, +1w, or a date in UTC, 2026-12-24T18:00",
    prepare: ([target, ...others]) =>
      target !== undefined && others.length === 0 && isTime(target)
        ? (chain) => moveTime(chain, target)
        : undefined,
  },
  mine: {
    usage: "[COUNT]",
    purpose: "Mine one block, or COUNT blocks; pending transactions are included",
    prepare: ([count = "1", ...others]) =>
      isCount(count) && others.length === 0 ? (chain) => mine(chain, Number(count)) : undefined,
  },
  block: {
    usage: "NUMBER",
    purpose: "Mine blocks until the latest one has this number",
    prepare: ([number = "", ...others]) =>
      /^\d{1,15}$/.test(number) && others.length === 0
        ? (chain) => mineUntil(chain, Number(number))
        : undefined,
  },
  automine: {
    usage: "on|off",
    purpose: "Mine each transaction immediately, or only when you run mine",
    prepare: ([state, ...others]) =>
      (state === "on" || state === "off") && others.length === 0
        ? (chain) => setAutomine(chain, state === "on")
        : undefined,
  },
  balance: {
    usage: "ACCOUNT ETHER",
    purpose: "Set the balance of an address or of a local account by number: balance 3 100.5",
    prepare([account = "", amount = "", ...others]) {
      const wei = parseEtherAmount(amount);
      return isAccount(account) && wei !== undefined && others.length === 0
        ? (chain) => setBalance(chain, account, wei, amount)
        : undefined;
    },
  },
  impersonate: {
    usage: "ADDRESS",
    purpose: "Let the node send transactions from any address without its key",
    prepare: (parts) => withAddress(parts, impersonate),
  },
  release: {
    usage: "ADDRESS",
    purpose: "End an impersonation",
    prepare: (parts) => withAddress(parts, release),
  },
  snapshot: {
    usage: "",
    purpose: "Take a snapshot of the chain in memory; stories are not part of it",
    prepare: ({ length }) => (length === 0 ? takeSnapshot : undefined),
  },
  revert: {
    usage: "[NUMBER]",
    purpose: "Undo every block since the last snapshot, or since snapshot NUMBER; stories stay",
    undoesBlocks: true,
    prepare: ([number, ...others]) =>
      (number === undefined || isCount(number)) && others.length === 0
        ? (chain) => revert(chain, number)
        : undefined,
  },
  reorg: {
    usage: "[COUNT] [WAY]",
    purpose: `Replace the last block or COUNT blocks; transactions run in reverse order, or WAY: ${Object.keys(reorgWays).slice(1).join(", ")}`,
    prepare([count = "1", way = "reorder", ...others]) {
      return isCount(count) && isReorgWay(way) && others.length === 0
        ? (chain) => reorganize(chain, Number(count), way)
        : undefined;
    },
  },
} satisfies Record<string, ChainControl>;

export type ChainControlName = keyof typeof chainControls;

/** Whether `name` is a control's name. */
export function isChainControl(name: string | undefined): name is ChainControlName {
  return name !== undefined && Object.hasOwn(chainControls, name);
}

/** Whether a control removes blocks that pages may have seen. */
export function undoesBlocks([name]: readonly string[]): boolean {
  if (!isChainControl(name)) return false;
  const control: ChainControl = chainControls[name];
  return control.undoesBlocks === true;
}

/**
 * Parses a control and its arguments, such as `["time", "+1d"]`.
 *
 * @returns a function that applies the control. It throws {ChainControlError} if the chain rejects it.
 * @throws {ChainControlError} for an unknown control or invalid arguments.
 */
export function prepareControl([name, ...parts]: readonly string[]): Apply {
  if (!isChainControl(name)) {
    const names = Object.keys(chainControls).join(", ");
    throw new ChainControlError(`Unknown control "${name ?? ""}". Use one of ${names}.`);
  }
  const control: ChainControl = chainControls[name];
  const apply = control.prepare(parts);
  if (apply) return apply;
  throw new ChainControlError(`Use ${`${name} ${control.usage}`.trim()}. ${control.purpose}.`);
}

const isTime = (text: string) => parseTimeTarget(text, 0) !== undefined;
const isCount = (text: string) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= maxBlocks;
const isReorgWay = (text: string): text is ReorgWay => Object.hasOwn(reorgWays, text);
const isAccount = (text: string) => /^#?\d{1,2}$/.test(text) || parseAddress(text) !== undefined;

function withAddress(
  [address = "", ...others]: readonly string[],
  apply: (chain: ControlledChain, address: Address) => Promise<string>,
): Apply | undefined {
  const parsed = parseAddress(address);
  return parsed && others.length === 0 ? (chain) => apply(chain, parsed) : undefined;
}

async function moveTime(chain: ControlledChain, target: string): Promise<string> {
  const latest = await readLatest(chain);
  const timestamp = parseTimeTarget(target, latest.timestamp);
  if (timestamp === undefined || timestamp <= latest.timestamp) {
    throw new ChainControlError(
      `Time only moves forward: the latest block is dated ${formatTimestamp(latest.timestamp)}. Choose a later time before the year 10000, or revert to a snapshot.`,
    );
  }
  await send(chain, "evm_setNextBlockTimestamp", numberToHex(timestamp));
  await send(chain, "evm_mine");
  return describeLatest(chain);
}

async function mine(chain: ControlledChain, count: number): Promise<string> {
  await send(chain, "hardhat_mine", numberToHex(count));
  return describeLatest(chain);
}

async function mineUntil(chain: ControlledChain, number: number): Promise<string> {
  const latest = await readLatest(chain);
  const count = number - latest.number;
  if (count <= 0) {
    throw new ChainControlError(
      `The latest block is ${latest.number} already. Choose a higher number, or revert to a snapshot.`,
    );
  }
  if (count > maxBlocks) {
    throw new ChainControlError(
      `Block ${number} is ${count} blocks away; at most ${maxBlocks} are mined at once. Choose a lower number.`,
    );
  }
  return mine(chain, count);
}

async function setAutomine(chain: ControlledChain, isOn: boolean): Promise<string> {
  await send(chain, "evm_setAutomine", isOn);
  if (!isOn)
    return "Automine is off: transactions stay pending until you run mine or turn automine on.";
  await send(chain, "evm_mine");
  return `Automine is on: each transaction is mined immediately. ${await describeLatest(chain)}`;
}

async function setBalance(
  chain: ControlledChain,
  account: string,
  wei: bigint,
  amount: string,
): Promise<string> {
  const address = await findAccount(chain, account);
  await send(chain, "hardhat_setBalance", address, numberToHex(wei));
  return `${address} has ${amount} ETH.`;
}

async function findAccount(chain: ControlledChain, account: string): Promise<Address> {
  const address = parseAddress(account);
  if (address) return address;
  // Safety: the documentation specifies this result,
  // https://ethereum.org/developers/docs/apis/json-rpc/
  const accounts = (await send(chain, "eth_accounts")) as Address[];
  const found = parseAddress(accounts[Number(account.replace("#", ""))] ?? "");
  if (found) return found;
  throw new ChainControlError(
    `The local chain has no account ${account}. Use 0 to ${accounts.length - 1}, or an address.`,
  );
}

async function impersonate(chain: ControlledChain, address: Address): Promise<string> {
  await send(chain, "hardhat_impersonateAccount", address);
  return `The node now sends transactions from ${address} without its key. The account needs ETH for fees: balance ${address} 1.`;
}

async function release(chain: ControlledChain, address: Address): Promise<string> {
  await send(chain, "hardhat_stopImpersonatingAccount", address);
  return `The node no longer sends transactions from ${address}, unless it is a local account.`;
}

async function takeSnapshot(chain: ControlledChain): Promise<string> {
  const { number } = await readLatest(chain);
  const snapshot = Math.max(0, ...chain.snapshots.keys()) + 1;
  await storeSnapshot(chain, snapshot);
  return `Snapshot ${snapshot} was taken at block ${number}. Return to it with revert ${snapshot}.`;
}

async function revert(chain: ControlledChain, number: string | undefined): Promise<string> {
  const snapshotNumbers = [...chain.snapshots.keys()];
  const snapshot = number === undefined ? snapshotNumbers.at(-1) : Number(number);
  if (snapshot === undefined) {
    throw new ChainControlError("This chain has no snapshot. Take one first: snapshot.");
  }
  const id = chain.snapshots.get(snapshot);
  if (id === undefined) {
    const others =
      snapshotNumbers.length === 0
        ? "This chain has none."
        : `Use one of ${snapshotNumbers.join(", ")}.`;
    throw new ChainControlError(`This chain has no snapshot ${snapshot}. ${others}`);
  }
  const isReverted = await send(chain, "evm_revert", id);
  for (const later of snapshotNumbers) if (later >= snapshot) chain.snapshots.delete(later);
  if (isReverted !== true) {
    throw new ChainControlError(
      `Snapshot ${snapshot} no longer exists, perhaps because another client reverted the chain to an earlier snapshot.`,
    );
  }
  // Reverting consumes the node's snapshot.
  await storeSnapshot(chain, snapshot);
  return `The chain was reverted to snapshot ${snapshot}. ${await describeLatest(chain)}`;
}

async function reorganize(chain: ControlledChain, count: number, way: ReorgWay): Promise<string> {
  const { first, transactions, failed } = await chain.replaceBlocks(count, way);
  const blocks =
    count === 1 ? `Block ${first} was` : `Blocks ${first} to ${first + count - 1} were`;
  const subject = transactions === 1 ? "One transaction" : `${transactions} transactions`;
  const effect =
    transactions === 0
      ? `${count === 1 ? "It" : "They"} had no transactions.`
      : `${subject} ${reorgWays[way].effect}.`;
  const failures = failed === 0 ? "" : ` ${failed} of them failed.`;
  return `${blocks} replaced. ${effect}${failures} ${await describeLatest(chain)}`;
}

async function storeSnapshot(chain: ControlledChain, number: number): Promise<void> {
  // Safety: the documentation specifies this result, https://hardhat.org/docs/reference/json-rpc
  chain.snapshots.set(number, (await send(chain, "evm_snapshot")) as Hex);
}

async function describeLatest(chain: ControlledChain): Promise<string> {
  const { number, timestamp } = await readLatest(chain);
  return `The latest block is ${number}, dated ${formatTimestamp(timestamp)}.`;
}

async function readLatest(chain: ControlledChain): Promise<{ number: number; timestamp: number }> {
  // Safety: the latest block always exists.
  const block = (await send(chain, "eth_getBlockByNumber", "latest", false)) as {
    number: Hex;
    timestamp: Hex;
  };
  return { number: Number(block.number), timestamp: Number(block.timestamp) };
}

function send({ request }: ControlledChain, method: string, ...params: unknown[]) {
  return request({ method, params });
}
