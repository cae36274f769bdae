import { type Address, type Hex, isHash, numberToHex, zeroAddress } from "viem";
import { collectionAbi } from "#chain/abi";
import { parseAddress } from "#protocol/values/address";
import { encodeCallArguments } from "#protocol/values/encodeCall";
import { chainJson } from "#sale/chainJson";
import type { Trace } from "#trace/buildTrace";
import { type ContractBuild, findDeployed } from "#trace/contractBuild";
import type { NodeRequest, UnsentCall } from "#trace/nodeTrace";
import { traceSubject } from "#trace/traceSubject";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { describeGas, describeTrace } from "../../shared/describeTrace.ts";
import { readContractBuild } from "../../shared/readContractBuild.ts";
import {
  type ConnectedChain,
  commonOptions,
  connectChain,
  findCollection,
  readCommonOptions,
  readEther,
} from "../contract/connect.ts";

const help = `Usage: npm run trace -- HASH [OPTIONS]
       npm run trace -- FUNCTION ARGUMENT… [OPTIONS]
       npm run trace -- 'FUNCTION(ARGUMENT, …)' [OPTIONS]

Shows what a transaction did, or what a call would do now: the tree of calls with gas, events, console.log lines,
why it reverted, and what changed: variables by name, and balances. Nothing is sent.

  HASH         a transaction of the chain
  FUNCTION     a function of the collection, as in: adjustPrice '0.1 ether' --as 0

  --as WHO     the caller: the index of a node account, or an address (default 0)
  --value ETH
               the value to send, such as 0.08 (default 0)
  --gas        calls by self gas, highest first
  --rpc URL    the chain's node (default RPC_URL, or the local world's); it must support debug_traceTransaction and
               debug_traceCall
  --contract ADDRESS
               the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --json       print everything as JSON
  --help       show this text

  npm run trace -- adjustMaxBatch 25

Names come from the last build of the contracts (npx hardhat build). Exit status: 0 if the transaction or call
succeeded, 1 if it reverted or the command failed, 2 on a usage error.`;

const optionTypes = {
  ...commonOptions,
  as: { type: "string" },
  value: { type: "string" },
  gas: { type: "boolean", default: false },
} as const;

type Request = ReturnType<typeof readRequest>;

/**
 * Prints the trace of a transaction or a call.
 *
 * @returns the exit status.
 */
export function runTrace(
  args: readonly string[],
  environment: Environment,
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      takesPositionals: true,
      read: readRequest,
      async run(request) {
        const trace = await traceRequest(request, environment);
        output.log(request.describe(trace));
        return trace.revert === undefined ? 0 : 1;
      },
    },
    args,
    output,
  );
}

function readRequest(values: OptionValues<typeof optionTypes>, positionals: string[]) {
  const { as, value = "0", gas } = values;
  const { rpc, contract, json } = readCommonOptions(values);
  const [first] = positionals;
  if (first === undefined) throw new UsageError("Missing TRANSACTION or FUNCTION.");
  if (/^0x\w*$/.test(first) && !isHash(first)) {
    const reason = `A transaction's hash is 0x and 64 hex digits, not "${first}".`;
    throw new UsageError(reason, { needsHelp: false });
  }
  const hash = positionals.length === 1 && isHash(first) ? first : undefined;
  if (hash !== undefined && (as !== undefined || values.value !== undefined || contract)) {
    throw new UsageError("--as, --value and --contract are for calls, not for transactions.");
  }
  if (gas && json) throw new UsageError("Use one of --gas and --json.");
  const wei = readEther("--value", value);
  const describe = json ? chainJson : gas ? describeGas : describeTrace;
  return { hash, positionals, caller: readCaller(as), wei, rpc, contract, describe };
}

function readCaller(text = "0"): Address | number {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(`--as requires an account number or address, not "${text}".`);
}

async function traceRequest(request: Request, environment: Environment): Promise<Trace> {
  const [chain, build] = await Promise.all([
    connectChain(environment, request.rpc),
    readContractBuild().catch(() => {
      throw new UsageError("The contracts are not compiled. Run `npx hardhat build` first.");
    }),
  ]);
  const { hash } = request;
  const subject = hash ?? (await unsentCall(request, chain, build, environment));
  if (hash !== undefined) await rejectUnknown(hash, chain);
  return chain.read(() => traceSubject(requestOf(chain), subject, build));
}

/** Sends any request, because viem's types omit the debug methods and `eth_accounts`. */
function requestOf({ client }: ConnectedChain): NodeRequest {
  return (request) => client.request(request as never);
}

async function codeAt({ client }: ConnectedChain, address: Address): Promise<Hex> {
  return (await client.getCode({ address })) ?? "0x";
}

/** @throws {UsageError} unless a block contains the transaction. */
async function rejectUnknown(hash: Hex, { client, chainId, read }: ConnectedChain): Promise<void> {
  const params: [Hex] = [hash];
  const found = await read(() => client.request({ method: "eth_getTransactionByHash", params }));
  if (found === null)
    throw new UsageError(`Chain ${chainId} has no transaction ${hash}. Check the hash and --rpc.`);
  if (found.blockNumber === null) throw new UsageError(`${hash} is still pending. Trace it later.`);
}

async function unsentCall(
  { positionals, caller, wei, contract }: Request,
  chain: ConnectedChain,
  build: ContractBuild,
  environment: Environment,
): Promise<UnsentCall> {
  const to = findCollection(chain.chainId, environment, contract).contract;
  const code = await chain.read(() => codeAt(chain, to));
  if (code === "0x") throw new UsageError(`Chain ${chain.chainId} has no contract at ${to}.`);
  const abi = findDeployed(build, code)?.abi ?? collectionAbi;
  const data = encodeCallArguments(abi, positionals);
  return { from: await findSender(caller, chain), to, data, value: numberToHex(wei) };
}

async function findSender(caller: Address | number, chain: ConnectedChain): Promise<Address> {
  if (typeof caller !== "number") return caller;
  const read = requestOf(chain)({ method: "eth_accounts", params: [] });
  // Safety: the Ethereum JSON-RPC specification defines this result.
  const accounts = await chain.read(() => read as Promise<Address[]>);
  const account = accounts[caller];
  if (account !== undefined) return account;
  // A node without accounts can still simulate a call that anyone may make.
  if (caller === 0) return zeroAddress;
  throw new UsageError(`The node has no account ${caller}: pass an address with --as.`);
}
