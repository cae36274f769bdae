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

/** The start of a chain that continues a different one. */
export interface InspectedChain {
  /** Its first own block; 0 by default. */
  firstBlock?: number;
  /** Contracts of the forked chain. */
  known?: readonly Address[];
}

type Block = GetBlockReturnType<undefined, true>;
type Transaction = Block["transactions"][number];

/** Maximum number of blocks to read, as those of an idle chain have no transactions. */
const maxBlocks = 2_000;

/** Reads the blocks, transactions and contracts of a chain: one closure, which reads each block and transaction once. */
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
  /** By block: after a revert, another block may contain the same transaction. */
  const described = new Map<Hex, Promise<SeenTransaction[]>>();

  /** Yields the blocks of this chain, newest first. */
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

  /** Lists the contracts of the build, oldest first. */
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

  /** @returns whole blocks until there are `count` transactions, newest first, and whether there are older blocks. */
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
    // Reads each address once: a mint has many events of one contract.
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
