import {
  type Address,
  createPublicClient,
  custom,
  type GetBlockReturnType,
  getAddress,
  getContractAddress,
  type Hex,
} from "viem";
import type { DeployedContract } from "#localChain/chainPage";
import {
  type BuiltContract,
  type ContractBuild,
  findCreated,
  findDeployed,
} from "#trace/contractBuild";
import { decodeCallData, decodeConstructor, decodeLog } from "#trace/decode";
import type { NodeRequest } from "#trace/nodeTrace";
import type { SeenTransaction } from "#trace/seenTransaction";
import { traceSubject } from "#trace/traceSubject";

/** Where a forked chain starts. */
export interface InspectedChain {
  /** The fork's first own block; 0 by default. */
  firstBlock?: number;
  /** Known contracts on the forked chain. */
  known?: readonly Address[];
}

type Block = GetBlockReturnType<undefined, true>;
type Transaction = Block["transactions"][number];

/** Maximum number of blocks to read, because an idle chain's blocks have no transactions. */
const maxBlocks = 2_000;

/** Reads a chain's blocks, transactions and contracts. One closure, which reads each block and transaction once. */
export function createBlockReader(
  request: NodeRequest,
  build: ContractBuild,
  { firstBlock = 0, known = [] }: InspectedChain,
) {
  const transport = custom({ request: (call) => request(call) });
  const client = createPublicClient({ transport, cacheTime: 0 });
  const blocks = remember((blockHash: Hex) =>
    client.getBlock({ blockHash, includeTransactions: true }),
  );
  /** Keyed by block, because after a revert, a different block may contain the same transaction. */
  const described = new Map<Hex, Promise<SeenTransaction[]>>();

  /** Yields this chain's blocks, newest first. */
  async function* newestFirst(): AsyncGenerator<Block> {
    let block = await client.getBlock({ includeTransactions: true });
    for (;;) {
      yield block;
      if (Number(block.number) <= firstBlock) return;
      block = await blocks(block.parentHash);
    }
  }

  async function contractAt(address: Address): Promise<BuiltContract | undefined> {
    return findDeployed(build, (await client.getCode({ address })) ?? "0x");
  }

  /** Lists the build's contracts on this chain, oldest first. */
  async function contracts(): Promise<DeployedContract[]> {
    const created: Address[] = [];
    for await (const { transactions } of newestFirst()) {
      for (const { to, from, nonce } of transactions.toReversed()) {
        if (to === null) created.unshift(getContractAddress({ from, nonce: BigInt(nonce) }));
      }
    }
    const found = [...known, ...created].map(async (address) => {
      const built = await contractAt(address);
      return built ? [{ address, name: built.name, abi: built.abi }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /**
   * @returns the transactions of complete blocks, newest first, at least `count` if possible, and
   * whether there are older blocks.
   */
  async function transactions(count: number) {
    const transactions: SeenTransaction[] = [];
    let seen = 0;
    for await (const block of newestFirst()) {
      const list =
        described.get(block.hash) ??
        Promise.all(block.transactions.toReversed().map((each) => describe(each, block)));
      described.set(block.hash, list);
      // Retries after a failure.
      list.catch(() => described.delete(block.hash));
      transactions.push(...(await list));
      seen += 1;
      const hasMore = Number(block.number) > firstBlock;
      if (hasMore && (transactions.length >= count || seen === maxBlocks)) {
        return { transactions, hasMore };
      }
    }
    return { transactions, hasMore: false };
  }

  async function describe(
    { hash, from, to, input, value }: Transaction,
    { number, timestamp }: Block,
  ): Promise<SeenTransaction> {
    // Reads each address once, because a mint emits many events from one contract.
    const findContract = remember(contractAt);
    const { status, gasUsed, contractAddress, logs } = await client.getTransactionReceipt({ hash });
    const isFailed = status === "reverted";
    const { revert } = isFailed ? await traceSubject(request, hash, build) : {};
    const contract = to === null ? findCreated(build, input) : await findContract(to);
    return {
      hash,
      block: Number(number),
      timestamp: Number(timestamp),
      from: getAddress(from),
      to: getAddress(to ?? contractAddress ?? from),
      ...(contract && { contract: contract.name }),
      ...describeCall(contract, to === null, input),
      value,
      gasUsed,
      events: await Promise.all(
        logs.map(async (log) => {
          const emitter = await findContract(log.address);
          const decoded = emitter && decodeLog(emitter.abi, log);
          return decoded ?? { name: log.topics[0] ?? "unknown", values: [] };
        }),
      ),
      ...(isFailed && { error: revert?.title ?? "failed" }),
    };
  }

  return { client, contractAt, contracts, transactions };
}

function describeCall(
  contract: BuiltContract | undefined,
  isCreation: boolean,
  input: Hex,
): Pick<SeenTransaction, "function" | "arguments"> {
  if (contract && isCreation) {
    return { function: "constructor", arguments: decodeConstructor(contract, input) ?? [] };
  }
  const call = contract && decodeCallData(contract.abi, input);
  return call ? { function: call.name, arguments: call.values } : { arguments: [] };
}

/** Caches each read; retries after a failure. */
function remember<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const found = known.get(key) ?? read(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
}
