import {
  type Address,
  BaseError,
  type Client,
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  numberToHex,
  slice,
  toHex,
} from "viem";
import { simulationCode } from "#chain/simulationCode";

/** A call by one account in a simulation. */
export interface SimulationCall {
  from: Address;
  to: Address;
  data: Hex;
  /** Value in wei; 0 if absent. */
  value?: bigint;
}

/** Return data or revert data. */
export interface Outcome {
  succeeded: boolean;
  data: Hex;
}

export interface Simulation {
  calls: readonly SimulationCall[];
  /** Block number; the latest block if absent. */
  blockNumber?: bigint | undefined;
  /** Balances in wei that override the chain's. */
  balances?: ReadonlyMap<Address, bigint> | undefined;
  /** Accounts that accept ETH and tokens as accounts without code do. */
  plainAccounts?: ReadonlySet<Address> | undefined;
}

/** Thrown when a node does not support state overrides. */
export class SimulationUnsupportedError extends Error {
  override name = "SimulationUnsupportedError";
}

const dispatcher = deriveAddress("simulation: dispatcher");
const relocationMask = BigInt(deriveAddress("simulation: relocation"));

const callParameters = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "data", type: "bytes" },
] as const;
const callsParameter = [{ type: "tuple[]", components: callParameters }] as const;
const outcomesParameter = [
  {
    type: "tuple[]",
    components: [
      { name: "succeeded", type: "bool" },
      { name: "data", type: "bytes" },
    ],
  },
] as const;

/**
 * Simulates `calls` in sequence with one `eth_call`, without transactions or signatures, and returns their outcomes
 * in order. A call that reverts changes nothing. State overrides
 * (https://geth.ethereum.org/docs/interacting-with-geth/rpc/objects#state-override-set) put the code of
 * `contracts/simulation/Simulation.sol` at the callers' addresses.
 *
 * @throws {SimulationUnsupportedError} and the errors of the node's transport.
 */
export async function simulate(client: Client, simulation: Simulation): Promise<Outcome[]> {
  const { calls, blockNumber } = simulation;
  const block = blockNumber === undefined ? "latest" : numberToHex(blockNumber);
  const callsWithValues = calls.map(({ value = 0n, ...call }) => ({ ...call, value }));
  const call = { to: dispatcher, data: encodeAbiParameters(callsParameter, [callsWithValues]) };
  const overrides = await createOverrides(client, block, simulation);
  const encoded = await client
    .request({ method: "eth_call", params: [call, block, overrides] })
    .catch(rejectUnsupported);
  // Without the override there is no code at the dispatcher's address, so the result is empty.
  if (encoded === "0x") throw new SimulationUnsupportedError(unsupportedMessage);
  return [...decodeAbiParameters(outcomesParameter, encoded)[0]];
}

/** Message for nodes that cannot simulate. */
export const unsupportedMessage =
  "This RPC endpoint does not support state overrides, so calls cannot be simulated. Use another endpoint.";

/** JSON-RPC's error code for invalid parameters (https://www.jsonrpc.org/specification). */
const invalidParams = -32602;

function rejectUnsupported(error: unknown): never {
  const isRejected = error instanceof BaseError && error.walk(hasInvalidParamsCode) !== null;
  throw isRejected ? new SimulationUnsupportedError(unsupportedMessage, { cause: error }) : error;
}

function hasInvalidParamsCode(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === invalidParams;
}

type Block = Hex | "latest";
type Overrides = Record<Address, { code?: Hex; balance?: Hex }>;

async function createOverrides(
  client: Client,
  block: Block,
  simulation: Simulation,
): Promise<Overrides> {
  const overrides: Overrides = { [dispatcher]: { code: simulationCode } };
  const callers = new Set(simulation.calls.map(({ from }) => getAddress(from)));
  for (const [account, wei] of simulation.balances ?? []) {
    overrides[getAddress(account)] = { balance: numberToHex(wei) };
  }
  await Promise.all(
    [...callers].map(async (caller) => {
      overrides[caller] = { ...overrides[caller], code: simulationCode };
      if (simulation.plainAccounts?.has(caller)) return;
      const code = await readCode(client, caller, block);
      if (code !== "0x") overrides[relocatedCodeAddress(caller)] = { code };
    }),
  );
  return overrides;
}

/**
 * Reads the code that an account runs: an EIP-7702 account runs its delegate's code. Delegations
 * are followed once; a delegate that delegates itself fails with an invalid instruction.
 */
async function readCode(client: Client, account: Address, block: Block): Promise<Hex> {
  const codeOf = async (address: Address) =>
    (await client.request({ method: "eth_getCode", params: [address, block] })) ?? "0x";
  const code = await codeOf(account);
  if (!isDelegation(code)) return code;
  const delegates = await codeOf(slice(code, 3));
  return isDelegation(delegates) ? invalidInstruction : delegates;
}

/** The invalid instruction 0xFE (EIP-141). */
const invalidInstruction = "0xfe";

/** Whether code is a delegation (EIP-7702). */
function isDelegation(code: Hex): boolean {
  return code.startsWith("0xef0100");
}

/** Returns the address to which the simulation moves a caller's own code. */
function relocatedCodeAddress(caller: Address): Address {
  return numberToHex(BigInt(caller) ^ relocationMask, { size: 20 });
}

/** Derives an unused address from a name: the last 20 bytes of the name's hash. */
function deriveAddress(name: string): Address {
  return slice(keccak256(toHex(name)), 12);
}
