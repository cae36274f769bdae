import { type Abi, type Address, getAddress, type Hex, numberToHex } from "viem";
import { type ContractBuild, findDeployed } from "#protocol/trace/contractBuild";
import type { NodeRequest } from "#protocol/trace/nodeTrace";

/** A contract that a transaction of this chain created, and of which the build has the code. */
export interface DeployedContract {
  address: Address;
  name: string;
  abi: Abi;
}

/** A block with its transactions, as far as they are read here. */
interface Block {
  hash: Hex;
  transactions: readonly { hash: Hex; to: Address | null }[];
}

/**
 * Creates the function that lists the contracts, oldest first; blocks are read once.
 *
 * @param known contracts that were created before `firstBlock`.
 */
export function createDeployments(
  request: NodeRequest,
  build: ContractBuild,
  { firstBlock = 0, known = [] }: { firstBlock?: number; known?: readonly Address[] } = {},
) {
  const found = new Map<Address, DeployedContract>();
  let next = firstBlock;
  let isKnownRead = false;
  /** Of the block before `next`. */
  let lastHash: Hex | undefined;
  let reading: Promise<void> = Promise.resolve();

  return async (): Promise<DeployedContract[]> => {
    reading = reading.then(readOn);
    await reading;
    return [...found.values()];
  };

  async function readOn(): Promise<void> {
    // After a revert, other blocks have these numbers.
    if (next > firstBlock && (await blockAt(next - 1))?.hash !== lastHash) {
      next = firstBlock;
      found.clear();
      isKnownRead = false;
    }
    if (!isKnownRead) for (const address of known) await addContract(address);
    isKnownRead = true;
    const height = Number(await request({ method: "eth_blockNumber", params: [] }));
    for (; next <= height; next += 1) await readBlock(next);
  }

  async function blockAt(number: number): Promise<Block | null> {
    const params = [numberToHex(number), true];
    // Safety: the Ethereum JSON-RPC specification defines this form.
    return (await request({ method: "eth_getBlockByNumber", params })) as Block | null;
  }

  async function readBlock(number: number): Promise<void> {
    const block = await blockAt(number);
    lastHash = block?.hash;
    for (const { hash, to } of block?.transactions ?? []) {
      if (to !== null) continue;
      const receipt = await request({ method: "eth_getTransactionReceipt", params: [hash] });
      const { contractAddress } = receipt as { contractAddress: Address | null };
      if (contractAddress !== null) await addContract(getAddress(contractAddress));
    }
  }

  async function addContract(address: Address): Promise<void> {
    const code = await request({ method: "eth_getCode", params: [address, "latest"] });
    const built = findDeployed(build, code as Hex);
    if (built) found.set(address, { address, name: built.name, abi: built.abi });
  }
}
