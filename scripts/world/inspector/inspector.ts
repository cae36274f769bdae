import { type Address, createClient, custom, type Hex, isAddressEqual, numberToHex } from "viem";
import { parseAddress } from "#protocol/address";
import { decodeCall } from "#protocol/collectionCalls";
import { parseEtherAmount } from "#protocol/ether";
import { localChainId } from "#protocol/localWorld";
import { describeUnknownPhase } from "#protocol/sale/newPhases";
import { readSale } from "#protocol/sale/saleFacts";
import type { Trace } from "#protocol/trace/buildTrace";
import {
  type BuiltContract,
  type ContractBuild,
  findDeployed,
} from "#protocol/trace/contractBuild";
import type { NodeRequest, UnsentCall } from "#protocol/trace/nodeTrace";
import { traceSubject } from "#protocol/trace/traceSubject";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { encodeCallWords } from "../../shared/encodeCall.ts";
import { createDeployments, type DeployedContract } from "./deployments.ts";
import { createTransactions } from "./transactions.ts";

/** A call as somebody typed it. */
export interface TypedCall {
  /** Address of the contract. */
  to: string;
  /** The function's name and its arguments, as `npm run trace` takes them. */
  words: readonly string[];
  from: string;
  /** In ether. */
  value: string;
}

/** A simulated call; the warning is about a phase that does not exist. */
export type Simulation = Trace & { warning?: string };

/** Everything that the page of the chain reads and does. */
export interface Inspector {
  /** The latest block, and whether transactions are mined at once. */
  head(): Promise<{ number: number; hash: Hex; timestamp: number; isAutomining: boolean }>;
  /** The contracts of the build that were created on this chain. */
  contracts(): Promise<DeployedContract[]>;
  /** The node's own accounts. */
  accounts(): Promise<Address[]>;
  transactions: ReturnType<typeof createTransactions>;
  trace(hash: Hex): Promise<Trace>;
  /**
   * Simulates a call.
   *
   * @throws {UsageError} if something does not fit the function, with what it takes.
   */
  call(call: TypedCall): Promise<Simulation>;
  /**
   * Sends a call as a transaction, as any address.
   *
   * @returns the transaction's hash.
   * @throws {UsageError} as `call`, and unless the node is a local Hardhat node.
   */
  send(call: TypedCall): Promise<Hex>;
}

/** Gas limit of sent calls: enough for all, and no estimate that fails where the transaction would. */
const gasLimit = 16_000_000n;

/** Where a chain of its own begins, if it continues another one. */
export interface InspectedChain {
  /** Its first block that is not the other chain's; 0 by default. */
  firstBlock?: number;
  /** Contracts of the other chain. */
  known?: readonly Address[];
}

export function createInspector(
  request: NodeRequest,
  build: ContractBuild,
  { firstBlock = 0, known = [] }: InspectedChain = {},
): Inspector {
  const contracts = createDeployments(request, build, { firstBlock, known });
  const ask = (method: string, ...params: unknown[]) => request({ method, params });

  // Safety: the Ethereum JSON-RPC specification defines these forms.
  async function contractAt(address: Address): Promise<BuiltContract | undefined> {
    return findDeployed(build, (await ask("eth_getCode", address, "latest")) as Hex);
  }

  async function encode({ to, words, from, value }: TypedCall): Promise<UnsentCall> {
    const [contract, sender] = [parseAddress(to), parseAddress(from)];
    const wei = parseEtherAmount(value);
    if (contract === undefined) throw new UsageError(`"${to}" is no address of a contract.`);
    if (sender === undefined) throw new UsageError(`"${from}" is no address of a sender.`);
    if (wei === undefined) throw new UsageError(`"${value}" is no amount of Ether, such as 0.08.`);
    const built = await contractAt(contract);
    if (built === undefined) {
      throw new UsageError(`The last build has no contract with the code at ${contract}.`);
    }
    return {
      from: sender,
      to: contract,
      data: encodeCallWords(built.abi, words),
      value: numberToHex(wei),
    };
  }

  /** Reads a misspelt phase's name as the commands do: the contract's own error would be that it is sold out. */
  async function warningOn({ to, data }: UnsentCall): Promise<string | undefined> {
    try {
      const client = createClient({ transport: custom({ request }) });
      const call = decodeCall(data);
      const blockNumber = BigInt((await ask("eth_blockNumber")) as Hex);
      const sale = await readSale(client, to, blockNumber);
      return await describeUnknownPhase(client, { contract: to, sale, blockNumber }, [call]);
    } catch {
      // Not a call of the collection's owner.
      return undefined;
    }
  }

  /** Impersonation is impossible elsewhere, but an unlocked account of another node would do. */
  async function refuseOtherChains(): Promise<void> {
    const [chainId, version] = await Promise.all([ask("eth_chainId"), ask("web3_clientVersion")]);
    if (Number(chainId) === localChainId && /^HardhatNetwork\//.test(String(version))) return;
    throw new UsageError(
      `This is not the local world's chain: ${version} with chain ID ${Number(chainId)}. Nothing was sent.`,
    );
  }

  async function accounts(): Promise<Address[]> {
    const given = (await ask("eth_accounts")) as Address[];
    return given.map((each) => parseAddress(each) ?? each);
  }

  /** Finds a sender's transaction in the latest block. */
  async function findSent(from: Address, nonce: Hex): Promise<Hex | undefined> {
    const { transactions } = (await ask("eth_getBlockByNumber", "latest", true)) as {
      transactions: { hash: Hex; from: Address; nonce: Hex }[];
    };
    return transactions.find(
      (each) => isAddressEqual(each.from, from) && Number(each.nonce) === Number(nonce),
    )?.hash;
  }

  async function head() {
    const [block, isAutomining] = await Promise.all([
      ask("eth_getBlockByNumber", "latest", false) as Promise<Record<string, Hex>>,
      ask("hardhat_getAutomine"),
    ]);
    const { number, hash = "0x", timestamp } = block;
    return {
      number: Number(number),
      hash,
      timestamp: Number(timestamp),
      isAutomining: isAutomining === true,
    };
  }

  return {
    head,
    contracts,
    accounts,
    transactions: createTransactions({ request, build, contractAt, firstBlock }),
    trace: (hash) => traceSubject(request, hash, build),
    async call(call) {
      const unsent = await encode(call);
      const [trace, warning] = await Promise.all([
        traceSubject(request, unsent, build),
        warningOn(unsent),
      ]);
      return warning === undefined ? trace : { ...trace, warning };
    },
    async send(call) {
      await refuseOtherChains();
      const unsent = await encode(call);
      const from = unsent.from as Address;
      const isBorrowed = !(await accounts()).includes(from);
      if (isBorrowed) await ask("hardhat_impersonateAccount", from);
      const nonce = await ask("eth_getTransactionCount", from, "pending");
      try {
        const transaction = { ...unsent, nonce, gas: numberToHex(gasLimit) };
        return (await ask("eth_sendTransaction", transaction)) as Hex;
      } catch (error) {
        // The node reports a transaction that reverts as an error, although a block contains it.
        const hash = await findSent(from, nonce as Hex);
        if (hash !== undefined) return hash;
        throw new UsageError(error instanceof Error ? error.message : String(error));
      } finally {
        if (isBorrowed) await ask("hardhat_stopImpersonatingAccount", from);
      }
    },
  };
}
