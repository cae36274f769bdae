import { type Address, createPublicClient, fallback, http, type PublicClient } from "viem";
import type { Collection } from "#protocol/mintAuthorization";
import { createRedaction } from "#service/chain";
import { readSettings } from "#service/settings";
import type { Environment } from "../../shared/commandLine/plainOutput.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { describeNodeError } from "../../shared/nodeErrors.ts";

/** A chain whose node has responded. */
export interface ConnectedChain {
  client: PublicClient;
  chainId: number;
  /** Runs a request; rejects with a sentence without a key if the node fails, else with the error unchanged. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>;
}

const timeoutMilliseconds = 15_000;

/** @throws {UsageError} if the chain cannot be read. */
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
      throw new UsageError(`${reason} Check RPC_URL or --rpc.`);
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

/**
 * Returns the newest block, in which the contract exists.
 *
 * @throws {UsageError} if it does not.
 */
export async function newestBlock(
  { client, chainId }: Pick<ConnectedChain, "client" | "chainId">,
  address: Address,
): Promise<bigint> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  if ((await client.getCode({ address, blockNumber })) !== undefined) return blockNumber;
  throw new UsageError(
    `Chain ${chainId} has no contract at ${address}. Check --rpc and --contract.`,
  );
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
