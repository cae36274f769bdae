import { type Address, type Hex, isAddressEqual, numberToHex, type PublicClient } from "viem";
import type { TypedCall } from "#localChain/chainPage";
import { parseAddress } from "#protocol/values/address";
import { encodeCallArguments } from "#protocol/values/encodeCall";
import { parseEtherAmount } from "#protocol/values/ether";
import { decodeCall } from "#sale/collectionCalls";
import { describeUnknownPhase } from "#sale/newPhases";
import { readSale } from "#sale/saleFacts";
import type { Trace } from "#trace/buildTrace";
import type { BuiltContract, ContractBuild } from "#trace/contractBuild";
import type { NodeRequest, UnsentCall } from "#trace/nodeTrace";
import { traceSubject } from "#trace/traceSubject";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { createBlockReader, type InspectedChain } from "./blocks.ts";

export type Inspector = ReturnType<typeof createInspector>;

/**
 * Gas limit for sent calls: sufficient for all, and avoids an estimate, which would fail if the transaction reverts.
 */
const gasLimit = 16_000_000n;

/** Creates the queries and actions behind `/chain`. */
export function createInspector(
  request: NodeRequest,
  build: ContractBuild,
  chain: InspectedChain = {},
) {
  const { client, contractAt, contracts, transactions } = createBlockReader(request, build, chain);
  const query = (method: string, ...params: unknown[]) => request({ method, params });

  async function accounts(): Promise<Address[]> {
    // Safety: the Ethereum JSON-RPC specification defines this form.
    const given = (await query("eth_accounts")) as Address[];
    return given.map((each) => parseAddress(each) ?? each);
  }

  /** Simulates a call; warns if a phase does not exist. */
  async function call(typed: TypedCall): Promise<Trace & { warning?: string }> {
    const unsent = await encode(typed, contractAt);
    const [trace, warning] = await Promise.all([
      traceSubject(request, unsent, build),
      findWarning(client, unsent),
    ]);
    return warning === undefined ? trace : { ...trace, warning };
  }

  /**
   * Sends a call as a transaction, as any address.
   *
   * @returns the transaction's hash. @throws {UsageError} like `call`.
   */
  async function send(typed: TypedCall): Promise<Hex> {
    const unsent = await encode(typed, contractAt);
    const { from } = unsent;
    const isBorrowed = !(await accounts()).includes(from);
    if (isBorrowed) await query("hardhat_impersonateAccount", from);
    const nonce = await client.getTransactionCount({ address: from, blockTag: "pending" });
    try {
      const gas = numberToHex(gasLimit);
      // Safety: the Ethereum JSON-RPC specification defines this form.
      return (await query("eth_sendTransaction", {
        ...unsent,
        nonce: numberToHex(nonce),
        gas,
      })) as Hex;
    } catch (error) {
      // The node reports a reverting transaction as an error, although a block contains it.
      const block = await client.getBlock({ includeTransactions: true });
      const isSent = (each: { from: Address; nonce: number }) =>
        isAddressEqual(each.from, from) && each.nonce === nonce;
      const hash = block.transactions.find(isSent)?.hash;
      if (hash !== undefined) return hash;
      throw new UsageError(error instanceof Error ? error.message : String(error));
    } finally {
      if (isBorrowed) await query("hardhat_stopImpersonatingAccount", from);
    }
  }

  /** Reads the latest block, and whether automine is on. */
  async function head() {
    const [block, isAutomining] = await Promise.all([
      client.getBlock(),
      query("hardhat_getAutomine"),
    ]);
    return {
      number: Number(block.number),
      hash: block.hash,
      timestamp: Number(block.timestamp),
      isAutomining: isAutomining === true,
    };
  }

  const trace = (hash: Hex) => traceSubject(request, hash, build);
  return { head, contracts, accounts, transactions, trace, call, send };
}

/** @throws {UsageError | CallSyntaxError} if an argument is invalid, with the function's parameters. */
async function encode(
  { to, parts, from, value }: TypedCall,
  contractAt: (address: Address) => Promise<BuiltContract | undefined>,
) {
  const [contract, sender] = [parseAddress(to), parseAddress(from)];
  const wei = parseEtherAmount(value);
  if (contract === undefined) throw new UsageError(`"${to}" is not the address of a contract.`);
  if (sender === undefined) throw new UsageError(`"${from}" is not the address of a sender.`);
  if (wei === undefined) throw new UsageError(`"${value}" is not an amount of ETH such as 0.08.`);
  const built = await contractAt(contract);
  if (built === undefined) {
    throw new UsageError(`The last build has no contract with the code at ${contract}.`);
  }
  const data = encodeCallArguments(built.abi, parts);
  return { from: sender, to: contract, data, value: numberToHex(wei) };
}

/**
 * Warns about a misspelled phase as the commands do, because the contract would only report that the phase is sold out.
 */
async function findWarning(
  client: PublicClient,
  { to: contract, data }: UnsentCall,
): Promise<string | undefined> {
  try {
    const call = decodeCall(data);
    const blockNumber = await client.getBlockNumber();
    const sale = await readSale(client, contract, blockNumber);
    return await describeUnknownPhase(client, { contract, sale, blockNumber }, [call]);
  } catch {
    // The function is not an owner's call.
    return undefined;
  }
}
