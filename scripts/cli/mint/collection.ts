import { type Address, createPublicClient, fallback, http, type PublicClient } from "viem";
import type { Collection } from "#protocol/mintAuthorization";
import { readSale, readUsed, type SaleFacts } from "#protocol/sale/saleFacts";
import { createRedaction } from "#service/chain";
import { readSettings } from "#service/settings";
import type { Environment } from "../../shared/commandLine/environment.ts";
import { describeNodeError } from "../../shared/nodeErrors.ts";

/** Thrown when the chain cannot be read; the message gives the reason and contains no key. */
export class ChainError extends Error {
  override name = "ChainError";
}

/** A chain whose node has responded. */
export interface ConnectedChain {
  client: PublicClient;
  chainId: number;
  /** Runs a request; rejects with `ChainError` if the node fails, else with the error unchanged. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>;
}

/** The sale and the state of one transaction ID, at one block. */
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
  const { rpcUrls } = readSettings(settingsFor(environment, { rpc, contract: anyAddress }));
  const redact = createRedaction(...rpcUrls);
  const options = { retryCount: 1, timeout: timeoutMilliseconds };
  const transport = fallback(rpcUrls.map((url) => http(url, options)));
  const client = createPublicClient({ transport });
  const ask: ConnectedChain["ask"] = async (question) => {
    try {
      return await question();
    } catch (error) {
      const reason = describeNodeError(error, redact);
      if (reason === undefined) throw error;
      throw new ChainError(`${reason} Check RPC_URL or --rpc.`);
    }
  };
  return { client, chainId: await ask(() => client.getChainId()), ask };
}

/**
 * Returns the address given, or else finds the collection as `npm run serve` does.
 *
 * @throws {SettingsError} when no address is configured.
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

/** Placeholder address: only the chain is read. */
const anyAddress = "0x0000000000000000000000000000000000000001";

/** Returns the settings of the chain and the collection only. */
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
