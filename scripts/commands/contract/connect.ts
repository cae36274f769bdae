import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import {
  type Address,
  BaseError,
  createPublicClient,
  fallback,
  http,
  type PublicClient,
  zeroAddress,
} from "viem";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { findEndpointError } from "#protocol/chain/rpcEndpointError";
import { parseAddress } from "#protocol/values/address";
import { isUint256 } from "#protocol/values/bigints";
import { parseEtherAmount } from "#protocol/values/ether";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { createRedaction, summarize } from "#service/chain";
import { readSettings, type Settings } from "#service/settings";
import type { Environment } from "../../shared/commandLine/plainOutput.ts";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { runningUrl } from "../../shared/worldControl.ts";

/** A chain whose node has responded. */
export interface ConnectedChain {
  client: PublicClient;
  chainId: number;
  /** Endpoint URL, which may contain keys. */
  rpcUrls: Settings["rpcUrls"];
  /** Runs a request. If the node fails, rejects with a sentence that contains no keys; rethrows all other errors. */
  read<Result>(request: () => Promise<Result>): Promise<Result>;
}

const timeoutMilliseconds = 15_000;

/** @throws {UsageError} if the chain cannot be read. */
export async function connectChain(
  environment: Environment,
  rpc: string | undefined,
): Promise<ConnectedChain> {
  const chosen = rpc ?? (environment.RPC_URL || (await runningUrl("chain")));
  const { rpcUrls } = readSettings(settingsFor({}, { rpc: chosen, contract: anyAddress }));
  const redact = createRedaction(...rpcUrls);
  const options = { retryCount: 1, timeout: timeoutMilliseconds };
  const transport = fallback(rpcUrls.map((url) => http(url, options)));
  const client = createPublicClient({ transport });
  const read: ConnectedChain["read"] = async (request) => {
    try {
      return await request();
    } catch (error) {
      const reason = describeNodeError(error, redact);
      if (reason === undefined) throw error;
      throw new UsageError(`${reason} Check RPC_URL or --rpc.`);
    }
  };
  return { client, chainId: await read(() => client.getChainId()), rpcUrls, read };
}

/**
 * Returns the passed address; otherwise finds the collection like `npm run serve`.
 *
 * @throws {SettingsError} if no address is configured.
 */
export function findCollection(
  chainId: number,
  environment: Environment,
  contract: string | undefined,
): CollectionRef {
  const settings = readSettings({
    ...settingsFor(environment, { contract }),
    CHAIN_ID: String(chainId),
  });
  return { chainId, contract: settings.contract };
}

/**
 * Returns the latest block, after checking that the contract exists.
 *
 * @throws {UsageError} if the contract does not exist.
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

/**
 * Describes a chain read's error in a sentence; returns undefined for any other error.
 *
 * @param redact removes the endpoint's key.
 */
function describeNodeError(error: unknown, redact: (text: string) => string): string | undefined {
  if (!(error instanceof BaseError) && findEndpointError(error) === undefined) return undefined;
  const reason = redact(summarize(error)).slice(0, 300);
  return `Can't read the chain: ${reason.replace(/\.?$/, ".")}`;
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

/** `parseArgs` options common to all commands that read a collection. */
export const commonOptions = {
  rpc: { type: "string" },
  contract: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/**
 * Validates the values of `commonOptions`.
 *
 * @throws {UsageError} if `--rpc` is not an HTTP URL or `--contract` is not an account address.
 */
export function readCommonOptions(values: OptionValues<typeof commonOptions>) {
  const { rpc, contract, json } = values;
  if (rpc !== undefined && !/^https?:$/.test(URL.parse(rpc)?.protocol ?? "")) {
    throw new UsageError("--rpc requires an http or https URL.");
  }
  return {
    rpc,
    contract: contract === undefined ? undefined : readAddress("--contract", contract),
    json,
  };
}

/** @throws {UsageError} if `value` is not an account address. */
export function readAddress(option: string, value: string | undefined): Address {
  const address = parseAddress(value ?? "");
  if (address !== undefined && address !== zeroAddress) return address;
  throw new UsageError(
    value === undefined
      ? `Missing ${option} ADDRESS.`
      : `${option}: "${value}" is not an account's address (0x and 40 hex digits).`,
  );
}

/** @throws {UsageError} if `value` is not a positive integer. */
export function readQuantity(option: string, value: string | undefined): bigint {
  if (value !== undefined && isUint256(value) && value !== "0") return BigInt(value);
  throw new UsageError(
    value === undefined
      ? `Missing ${option} N.`
      : `${option}: "${value}" is not a whole number of at least 1.`,
  );
}

/** @throws {UsageError} if `value` is not an ETH amount. */
export function readEther(option: string, value: string): bigint {
  const wei = parseEtherAmount(value);
  if (wei !== undefined) return wei;
  throw new UsageError(`${option}: "${value}" is not an amount of ETH such as 0.16.`);
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {UsageError} if the file cannot be read.
 */
export async function readInput(file: string): Promise<string> {
  if (file === "-") return stripByteOrderMark(await text(process.stdin));
  try {
    return stripByteOrderMark(await readFile(file, "utf8"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new UsageError(`${file} cannot be read (${code}). Pass a file, or - for standard input.`);
  }
}
