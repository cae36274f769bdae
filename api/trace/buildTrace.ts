import { type Abi, type Address, getAddress, type Hex } from "viem";
import { describeRevert } from "#sale/revert";
import { readConsoleLine } from "./consoleLog.ts";
import {
  type BuiltContract,
  type ContractBuild,
  findCreated,
  findDeployed,
} from "./contractBuild.ts";
import {
  type Decoded,
  decodeCallData,
  decodeConstructor,
  decodeError,
  decodeLog,
  type NamedValue,
} from "./decode.ts";
import type { CallFrame, FrameLog } from "./nodeTrace.ts";
import { type AccountChanges, nameChanges } from "./stateChanges.ts";
import type { StateDiff } from "./stateDiff.ts";

/** A transaction's or a call's trace. */
export interface Trace {
  call: TracedCall;
  /** Reason for the failure; absent on success. */
  revert?: TracedRevert;
  /** Changed accounts; absent if the node cannot report them. */
  changes?: AccountChanges[];
}

/** A contract call, a contract creation, or a transfer of ETH. */
export interface TracedCall {
  kind: "call";
  /** Operation: `CALL`, `STATICCALL`, `DELEGATECALL`, `CREATE` … */
  type: string;
  from: Address;
  to?: Address;
  /** Contract name, if the build contains the code. */
  contract?: string;
  /** Function name, `constructor`, or undefined if unknown. */
  function?: string;
  arguments: NamedValue[];
  /** Call data that could not be decoded. */
  data?: Hex;
  /** Value in wei. */
  value: bigint;
  /** Gas including nested calls and, in the outermost call, the transaction's intrinsic gas. */
  gasUsed: bigint;
  /** Gas without nested calls. */
  selfGas: bigint;
  returned: NamedValue[];
  /** Error with which the call failed, such as `PhaseOverlaps("First Dust")`. */
  error?: string;
  /** Nested calls, events and console.log lines, in order. */
  items: TracedItem[];
}

/** An event that a call emitted. */
export interface TracedEvent {
  kind: "event";
  /** Event name; absent if no known contract declares the event. */
  name?: string;
  values: NamedValue[];
  topics: Hex[];
  data: Hex;
}

/** A line of console.log. */
export interface ConsoleLine {
  kind: "console";
  text: string;
}

export type TracedItem = TracedCall | TracedEvent | ConsoleLine;

/** Reason for a transaction's failure. */
export interface TracedRevert {
  /** Title of the failure: `PhaseOverlaps("First Dust")`, `out of gas`. */
  title: string;
  cause: string;
  fix: string;
  /** Contract that failed first; absent if unknown. */
  contract?: string;
}

/** Deployed code by lowercase address. */
export type CodeByAddress = ReadonlyMap<string, Hex>;

/** Lists, in lowercase, the addresses whose code `buildTrace` needs. */
export function listAddresses(frame: CallFrame): string[] {
  const called = ({ to, calls = [] }: CallFrame): string[] => [
    ...(to === undefined ? [] : [to.toLowerCase()]),
    ...calls.flatMap(called),
  ];
  return [...new Set(called(frame))];
}

/** Adds names and decoded values to a node's call frame and to what changed, if the node reported it. */
export function buildTrace(
  frame: CallFrame,
  codes: CodeByAddress,
  build: ContractBuild,
  diff?: StateDiff,
): Trace {
  const contracts = new Map([...codes].map(([at, code]) => [at, findDeployed(build, code)]));
  const scope: Scope = {
    at: (address) => (address === undefined ? undefined : contracts.get(address.toLowerCase())),
    mergedAbi: build.contracts.flatMap(({ abi }) => abi),
    build,
  };
  const failed = frame.error !== undefined;
  return {
    call: traceCall(frame, scope),
    ...(failed && { revert: traceRevert(frame, scope) }),
    ...(diff && { changes: nameChanges(diff, frame, (each) => findContract(each, scope)) }),
  };
}

/** Contracts whose names a trace may contain. */
interface Scope {
  at(address: Address | undefined): BuiltContract | undefined;
  /** All contracts' ABIs merged, for code that the build lacks. */
  mergedAbi: Abi;
  build: ContractBuild;
}

function findContract(frame: CallFrame, scope: Scope): BuiltContract | undefined {
  return isCreation(frame) ? findCreated(scope.build, frame.input) : scope.at(frame.to);
}

function isCreation({ type }: CallFrame): boolean {
  return type.startsWith("CREATE");
}

function traceCall(frame: CallFrame, scope: Scope): TracedCall {
  const { type, from, to, value = "0x0", calls = [], error, output = "0x" } = frame;
  const gasUsed = BigInt(frame.gasUsed);
  const inner = calls.reduce((sum, call) => sum + BigInt(call.gasUsed), 0n);
  return {
    kind: "call",
    type,
    from: getAddress(from),
    ...(to !== undefined && { to: getAddress(to) }),
    ...nameCall(frame, scope),
    value: BigInt(value),
    gasUsed,
    selfGas: gasUsed - inner,
    ...(error !== undefined && { error: errorTitle(error, output, scope) }),
    items: orderItems(frame, scope),
  };
}

type CallNames = Pick<TracedCall, "contract" | "function" | "arguments" | "data" | "returned">;

function nameCall(frame: CallFrame, scope: Scope): CallNames {
  const { to, input, output = "0x", error } = frame;
  const contract = findContract(frame, scope);
  const named = contract === undefined ? {} : { contract: contract.name };
  const nothing = { arguments: [], returned: [] };
  if (isCreation(frame)) {
    const values = contract && decodeConstructor(contract, input);
    return { ...named, function: "constructor", ...nothing, arguments: values ?? [] };
  }
  const precompile = precompiles[Number(BigInt(to ?? 0))];
  if (precompile !== undefined) return { function: precompile, ...nothing, data: input };
  if (input === "0x") return { ...named, ...nothing };
  const call = decodeCallData(contract?.abi ?? scope.mergedAbi, input);
  if (call === undefined) return { ...named, ...nothing, data: input };
  return {
    ...named,
    function: call.name,
    arguments: call.values,
    returned: error === undefined ? call.read(output) : [],
  };
}

/** Names of precompiled contracts by address, https://www.evm.codes/precompiled */
const precompiles: Readonly<Record<number, string>> = {
  1: "ecrecover",
  2: "sha256",
  3: "ripemd160",
  4: "identity",
  5: "modexp",
};

/** Interleaves a frame's events with its calls, by the number of preceding calls that the node reports. */
function orderItems(frame: CallFrame, scope: Scope): TracedItem[] {
  const { calls = [], logs = [] } = frame;
  const contract = findContract(frame, scope);
  const before = (log: FrameLog) => Number(log.position ?? calls.length);
  const eventsAt = (position: number) =>
    logs.filter((log) => before(log) === position).map((log) => traceEvent(log, contract, scope));
  return calls
    .flatMap((call, index): TracedItem[] => {
      const text = readConsoleLine(call.to, call.input);
      const item: TracedItem =
        text === undefined ? traceCall(call, scope) : { kind: "console", text };
      return [...eventsAt(index), item];
    })
    .concat(eventsAt(calls.length));
}

function traceEvent(log: FrameLog, contract: BuiltContract | undefined, scope: Scope): TracedEvent {
  const { topics, data } = log;
  const decoded = decodeLog(contract?.abi ?? scope.mergedAbi, log);
  return {
    kind: "event",
    ...(decoded && { name: decoded.name }),
    values: decoded?.values ?? [],
    topics,
    data,
  };
}

function errorTitle(error: string, output: Hex, scope: Scope): string {
  if (output === "0x") return error;
  const { error: own, title } = describeRevert(output);
  const decoded = own === undefined ? decodeError(scope.mergedAbi, output) : undefined;
  return decoded === undefined ? title : formatTitle(decoded);
}

function formatTitle({ name, values }: Decoded): string {
  return values.length === 0 ? name : `${name}(${values.map(({ value }) => value).join(", ")})`;
}

function traceRevert(frame: CallFrame, scope: Scope): TracedRevert {
  const { error = "", output = "0x" } = frame;
  const { cause, fix } = describeRevert(output);
  const contract = findContract(findOrigin(frame), scope);
  const title = errorTitle(error, output, scope);
  return { title, cause, fix, ...(contract && { contract: contract.name }) };
}

/** Returns the innermost frame whose failure propagated to the outermost call. */
function findOrigin(frame: CallFrame): CallFrame {
  const last = frame.calls?.findLast(({ error }) => error !== undefined);
  const isPassedOn = last !== undefined && last.output === frame.output;
  return isPassedOn ? findOrigin(last) : frame;
}
