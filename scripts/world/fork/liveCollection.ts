import { type Address, createPublicClient, HttpRequestError, http, type PublicClient } from "viem";
import { collectionAbi as abi } from "#chain/abi";
import { createChainReader } from "#protocol/chain/chainReader";
import { localChainId, localContractAddress } from "#protocol/chain/localWorld";
import { readPhaseNames } from "#sale/phaseNames";
import { createRedaction, isSupportedContract, summarize } from "#service/chain";
import { readDeployment } from "#service/settings";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { Fork } from "../recipe.ts";

/** What to fork. */
export interface ForkTarget {
  /** JSON-RPC endpoint of the live chain. */
  rpcUrl: string;
  /** The latest block by default. */
  blockNumber?: number | undefined;
  /** By default, the address in that chain's deployment record, or `npm start`'s address on chain 31337. */
  contract?: Address | undefined;
}

/** A collection on a live chain, as of a block. */
export type LiveCollection = Fork["live"];

const timeoutMilliseconds = 10_000;

/**
 * Finds the collection to fork and reads what a fork needs.
 *
 * @param deployments folder of the deployment records.
 * @throws {UsageError} if the endpoint does not respond, lacks the block or its state, or has no
 * token collection at the address.
 */
export async function readLiveCollection(
  { rpcUrl, ...target }: ForkTarget,
  deployments = "deployments",
): Promise<LiveCollection> {
  const transport = http(rpcUrl, { timeout: timeoutMilliseconds, retryCount: 0 });
  const client = createPublicClient({ transport, cacheTime: 0 });
  try {
    const [chainId, newest] = await Promise.all([client.getChainId(), client.getBlockNumber()]);
    const latest = Number(newest);
    const blockNumber = target.blockNumber ?? latest;
    if (blockNumber > latest) {
      throw new UsageError(
        `The live chain has no block ${blockNumber} yet: the latest is block ${latest}. Choose an earlier --block.`,
      );
    }
    const contract = target.contract ?? findContract(deployments, chainId);
    const ref = { contract, chainId, blockNumber };
    await assertCollection(client, ref);
    return { rpcUrl, ...ref, ...(await readCollection(client, ref)) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = createRedaction(rpcUrl)(describeReason(error))
      .replaceAll(/\s+/g, " ")
      .slice(0, 300);
    throw new UsageError(
      `Can't read the live chain at ${new URL(rpcUrl).host}: ${reason}. Check the URL, and that it is an RPC endpoint, with archive state for an earlier --block.`,
      { cause: error },
    );
  }
}

/** Returns the response status, the root network error, or else the node's own message. */
function describeReason(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (root instanceof HttpRequestError && root.status !== undefined) return `status ${root.status}`;
  if (root instanceof SyntaxError) return "the response is not JSON";
  if (root instanceof Error && "code" in root && typeof root.code === "string") return root.message;
  return summarize(error).replace(/\.$/, "");
}

/** A contract at a block. */
type CollectionRef = Pick<LiveCollection, "contract" | "chainId" | "blockNumber">;

function findContract(deployments: string, chainId: number): Address {
  const deployment = readRecord(deployments, chainId);
  if (deployment) return deployment.address;
  if (chainId === localChainId) return localContractAddress;
  throw new UsageError(
    `${deployments}/ has no deployment on chain ${chainId}: pass the collection's address with --contract.`,
  );
}

function readRecord(deployments: string, chainId: number) {
  try {
    return readDeployment(deployments, chainId);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {UsageError} if there is no collection. */
async function assertCollection(
  client: PublicClient,
  { contract: address, chainId, blockNumber }: CollectionRef,
): Promise<void> {
  const block = BigInt(blockNumber);
  const reader = createChainReader(client);
  if (!(await reader.hasCode(address, block))) {
    throw new UsageError(
      `Chain ${chainId} has no contract at ${address} in block ${blockNumber}. Check --contract and --block.`,
    );
  }
  if (await isSupportedContract(address, (to, data) => reader.call(to, data, block))) return;
  throw new UsageError(
    `The contract at ${address} on chain ${chainId} is not a phased collection. Check --contract.`,
  );
}

async function readCollection(client: PublicClient, { contract, ...ref }: CollectionRef) {
  const blockNumber = BigInt(ref.blockNumber);
  const at = { abi, address: contract, blockNumber } as const;

  async function readBaseURI(): Promise<string | undefined> {
    if ((await client.readContract({ ...at, functionName: "totalSupply" })) === 0n)
      return undefined;
    const id = await client.readContract({ ...at, functionName: "tokenByIndex", args: [0n] });
    const uri = await client.readContract({ ...at, functionName: "tokenURI", args: [id] });
    const end = `${id}.json`;
    return uri.endsWith(end) ? uri.slice(0, -end.length) : undefined;
  }

  const [owner, phases, baseURI] = await Promise.all([
    client.readContract({ ...at, functionName: "owner" }),
    readPhaseNames(client, contract, blockNumber),
    readBaseURI(),
  ]);
  return { owner, phases, baseURI };
}

/**
 * Checks a fork's endpoint before its node starts, which would retry for more than a minute.
 *
 * @throws {UsageError}
 */
export async function assertReachable(live: LiveCollection, isResumed: boolean): Promise<void> {
  try {
    await readLiveCollection(live);
  } catch (error) {
    if (!isResumed || !(error instanceof UsageError)) throw error;
    throw new UsageError(
      `The world that ran last is a fork. ${error.message} To start a scenario instead: npm start -- --fresh`,
    );
  }
}
