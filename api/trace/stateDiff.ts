import { type Address, concat, type Hex, slice } from "viem";
import { type NodeRequest, traceNode, type UnsentCall } from "./nodeTrace.ts";

/** What a transaction or call changed, as a node reports it. */
export interface StateDiff {
  accounts: readonly AccountDiff[];
  /** Data whose Keccak-256 hash was computed, from which slots of mappings and arrays are named. */
  preimages: readonly Hex[];
}

/** An account's balance in wei and its changed slots. */
export interface AccountDiff {
  address: Address;
  balance: Change<bigint>;
  slots: ReadonlyMap<bigint, Change<bigint>>;
}

/** A value before and after a change. */
export interface Change<Value> {
  before: Value;
  after: Value;
}

/** Accounts as geth's `prestateTracer` reports them: only what changed, and zeros only as missing entries. */
interface Accounts {
  [address: Address]: { balance?: Hex; storage?: Record<Hex, Hex> };
}

/** A frame of geth's `erc7562Tracer`. */
interface HashingFrame {
  keccak?: Hex[];
  calls?: HashingFrame[];
}

/** A step of geth's default tracer. */
interface Step {
  op: string;
  stack?: string[] | null;
  memory?: string[] | null;
}

/** Reads what changed. @returns undefined if the node cannot report it. */
export async function readStateDiff(
  request: NodeRequest,
  subject: Hex | UnsentCall,
): Promise<StateDiff | undefined> {
  try {
    const options = {
      tracer: "prestateTracer",
      tracerConfig: { diffMode: true, disableCode: true },
    };
    // Safety: geth's manual defines this structure.
    const diff = (await traceNode(request, subject, options)) as { pre: Accounts; post: Accounts };
    const accounts = compareAccounts(diff.pre, diff.post);
    const isStorageChanged = accounts.some(({ slots }) => slots.size > 0);
    return { accounts, preimages: isStorageChanged ? await readPreimages(request, subject) : [] };
  } catch {
    return undefined;
  }
}

function compareAccounts(pre: Accounts, post: Accounts): AccountDiff[] {
  // Safety: the node writes addresses and slots in hex.
  const addresses = Object.keys({ ...pre, ...post }) as Address[];
  return addresses.map((address) => {
    const [old, now] = [pre[address], post[address]];
    const before = BigInt(old?.balance ?? 0);
    const slots = Object.keys({ ...old?.storage, ...now?.storage }) as Hex[];
    const changes = slots.map((slot) => {
      const [was, is] = [old?.storage?.[slot], now?.storage?.[slot]];
      return [BigInt(slot), { before: BigInt(was ?? 0), after: BigInt(is ?? 0) }] as const;
    });
    return {
      address,
      balance: { before, after: now?.balance === undefined ? before : BigInt(now.balance) },
      slots: new Map(changes.filter(([, { before, after }]) => before !== after)),
    };
  });
}

/** Reads the hashed data, from all steps if the node has no tracer for it; without it, only variables have names. */
async function readPreimages(request: NodeRequest, subject: Hex | UnsentCall): Promise<Hex[]> {
  try {
    const frame = await traceNode(request, subject, { tracer: "erc7562Tracer" });
    return listHashed(frame as HashingFrame);
  } catch {
    const options = { enableMemory: true, disableStorage: true };
    const steps = traceNode(request, subject, options).catch(() => ({ structLogs: [] }));
    return ((await steps) as { structLogs: Step[] }).structLogs.flatMap(hashedByStep);
  }
}

function listHashed({ keccak = [], calls = [] }: HashingFrame): Hex[] {
  return [...keccak, ...calls.flatMap(listHashed)];
}

function hashedByStep({ op, stack, memory }: Step): Hex[] {
  if (!["KECCAK256", "SHA3"].includes(op) || !stack || !memory) return [];
  const [length = 0, start = 0] = stack.slice(-2).map(Number);
  const words = memory.map((word): Hex => `0x${word.replace("0x", "")}`);
  const needed = Math.ceil((start + length) / 32) - words.length;
  const zeros = Array<Hex>(Math.max(0, needed)).fill(`0x${"00".repeat(32)}`);
  return length === 0 ? [] : [slice(concat([...words, ...zeros]), start, start + length)];
}
