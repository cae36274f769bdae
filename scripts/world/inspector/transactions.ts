import { type Address, getAddress, type Hex, hexToBigInt, numberToHex } from "viem";
import { type BuiltContract, type ContractBuild, findCreated } from "#protocol/trace/contractBuild";
import { type Decoded, decodeCallData, decodeConstructor, decodeLog } from "#protocol/trace/decode";
import type { FrameLog, NodeRequest } from "#protocol/trace/nodeTrace";
import type { SeenTransaction } from "#protocol/trace/seenTransaction";
import { traceSubject } from "#protocol/trace/traceSubject";

/** A block with its transactions, newest first. */
interface SeenBlock {
  number: number;
  parentHash: Hex;
  transactions: readonly SeenTransaction[];
}

interface NodeBlock {
  hash: Hex;
  parentHash: Hex;
  number: Hex;
  timestamp: Hex;
  transactions: NodeTransaction[];
}

interface NodeTransaction {
  hash: Hex;
  from: Address;
  to: Address | null;
  input: Hex;
  value: Hex;
}

interface NodeReceipt {
  status: Hex;
  gasUsed: Hex;
  contractAddress: Address | null;
  logs: FrameLog[];
}

interface Sources {
  request: NodeRequest;
  build: ContractBuild;
  /** Finds the contract at an address. */
  contractAt(address: Address): Promise<BuiltContract | undefined>;
  /** The first block to read. */
  firstBlock: number;
}

/** Blocks of an idle chain have no transactions; at most so many are read. */
const mostBlocks = 2_000;

/** Creates the function that reads the latest transactions, newest first; each block is decoded once. */
export function createTransactions({ request, build, contractAt, firstBlock }: Sources) {
  /** Blocks that were read, by hash. */
  const known = new Map<Hex, SeenBlock>();

  /** @returns whole blocks until there are `count` transactions, and whether there are older blocks. */
  return async (count: number) => {
    const transactions: SeenTransaction[] = [];
    let block: SeenBlock | undefined = await readBlock("latest");
    for (let blocks = 0; block && blocks < mostBlocks; blocks += 1) {
      transactions.push(...block.transactions);
      if (block.number <= firstBlock) return { transactions, hasMore: false };
      if (transactions.length >= count) return { transactions, hasMore: true };
      block = known.get(block.parentHash) ?? (await readBlock(numberToHex(block.number - 1)));
    }
    return { transactions, hasMore: true };
  };

  async function readBlock(place: Hex | "latest"): Promise<SeenBlock> {
    const params = [place, true];
    // Safety: the Ethereum JSON-RPC specification defines this form.
    const block = (await request({ method: "eth_getBlockByNumber", params })) as NodeBlock;
    const kept = known.get(block.hash);
    if (kept) return kept;
    const at = { block: Number(block.number), timestamp: Number(block.timestamp) };
    const contractOf = remember(contractAt);
    const transactions = await Promise.all(
      block.transactions.toReversed().map((each) => describe(each, at, contractOf)),
    );
    if (known.size >= mostBlocks) known.clear();
    const seen = { number: at.block, parentHash: block.parentHash, transactions };
    known.set(block.hash, seen);
    return seen;
  }

  async function describe(
    { hash, from, to, input, value }: NodeTransaction,
    place: Pick<SeenTransaction, "block" | "timestamp">,
    contractOf: Sources["contractAt"],
  ): Promise<SeenTransaction> {
    const receipt = (await request({
      method: "eth_getTransactionReceipt",
      params: [hash],
    })) as NodeReceipt;
    const target = to ?? receipt.contractAddress;
    const contract = to === null ? findCreated(build, input) : await contractOf(to);
    const isFailed = hexToBigInt(receipt.status) === 0n;
    const error = isFailed ? await errorOf(hash) : undefined;
    return {
      hash,
      ...place,
      from: getAddress(from),
      to: getAddress(target ?? from),
      ...(contract && { contract: contract.name }),
      ...callOf(contract, to === null, input),
      value: hexToBigInt(value),
      gasUsed: hexToBigInt(receipt.gasUsed),
      events: await Promise.all(receipt.logs.map((log) => eventOf(log, contractOf))),
      ...(error !== undefined && { error }),
    };
  }

  async function errorOf(hash: Hex): Promise<string> {
    const { revert } = await traceSubject(request, hash, build);
    return revert?.title ?? "failed";
  }

  async function eventOf(log: FrameLog, contractOf: Sources["contractAt"]): Promise<Decoded> {
    const contract = await contractOf(log.address);
    const decoded = contract && decodeLog(contract.abi, log);
    return decoded ?? { name: log.topics[0] ?? "unknown", values: [] };
  }
}

/** Asks once for each address: a mint has many events of one contract. */
function remember(contractAt: Sources["contractAt"]): Sources["contractAt"] {
  const asked = new Map<Address, ReturnType<Sources["contractAt"]>>();
  return (address) => {
    const found = asked.get(address) ?? contractAt(address);
    asked.set(address, found);
    return found;
  };
}

function callOf(
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
