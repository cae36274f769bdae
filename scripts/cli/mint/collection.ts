import { type Address, createPublicClient, http, type PublicClient } from "viem";
import type { Collection } from "#protocol/mintAuthorization";
import { readSale, readUsed, type SaleFacts } from "#protocol/sale/saleFacts";
import { createRedaction, summarise } from "#service/chain";
import { readSettings } from "#service/settings";
import type { Environment } from "../../shared/commandLine/environment.ts";

/** Thrown when the chain cannot tell what was asked; its message says why and holds no key. */
export class ChainError extends Error {
  override name = "ChainError";
}

/** A chain that answers. */
export interface ConnectedChain {
  client: PublicClient;
  chainId: number;
  /** Asks; whatever keeps the chain from answering is a `ChainError`. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>;
}

/** What the contract says of its sale, and of one transaction ID, at one block. */
export interface SaleAtBlock {
  blockNumber: bigint;
  sale: SaleFacts;
  isUsed: boolean;
}

const timeoutMilliseconds = 10_000;

/** @throws {ChainError} */
export async function connectChain(
  environment: Environment,
  rpc: string | undefined,
): Promise<ConnectedChain> {
  const { rpcUrl } = readSettings(settingsFor(environment, { rpc, contract: anyAddress }));
  const redact = createRedaction(rpcUrl);
  const transport = http(rpcUrl, { retryCount: 1, timeout: timeoutMilliseconds });
  const client = createPublicClient({ transport });
  const ask: ConnectedChain["ask"] = async (question) => {
    try {
      return await question();
    } catch (error) {
      if (error instanceof ChainError) throw error;
      const reason = redact(summarise(error)).slice(0, 300);
      throw new ChainError(`Can't reach the network: ${reason} Check RPC_URL or --rpc.`);
    }
  };
  return { client, chainId: await ask(() => client.getChainId()), ask };
}

/**
 * The collection that is meant on this chain: the one given, else as `npm run serve` finds it.
 *
 * @throws {SettingsError} when nothing tells where it is.
 */
export function collectionOn(
  chainId: number,
  environment: Environment,
  contract: string | undefined,
): Collection {
  const settings = readSettings({
    ...settingsFor(environment, { contract }),
    CHAIN_ID: String(chainId),
  });
  return { chainId, address: settings.contractAddress };
}

/** @throws {ChainError} also when there is no such contract. */
export function readSaleAtBlock(
  { client, chainId, ask }: ConnectedChain,
  address: Address,
  transactionID: string,
): Promise<SaleAtBlock> {
  return ask(async () => {
    const blockNumber = await client.getBlockNumber();
    if ((await client.getCode({ address, blockNumber })) === undefined) {
      throw new ChainError(`Chain ${chainId} has no contract at ${address}.`);
    }
    const [sale, isUsed] = await Promise.all([
      readSale(client, address, blockNumber),
      readUsed(client, address, transactionID, blockNumber),
    ]);
    return { blockNumber, sale, isUsed };
  });
}

/** Only the chain is asked for, so any contract will do. */
const anyAddress = "0x0000000000000000000000000000000000000001";

/** Where chain and collection are, and nothing else that the service reads. */
function settingsFor(
  environment: Environment,
  { rpc, contract }: { rpc?: string | undefined; contract?: string | undefined },
): Environment {
  const { RPC_URL, CONTRACT_ADDRESS, DEPLOYMENTS_DIR } = environment;
  return {
    RPC_URL: rpc ?? RPC_URL,
    CONTRACT_ADDRESS: contract ?? CONTRACT_ADDRESS,
    DEPLOYMENTS_DIR,
  };
}
