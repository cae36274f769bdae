import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  HttpRequestError,
  type PublicClient,
  RpcRequestError,
} from "viem";
import { getEnsAddress, getEnsName } from "viem/ens";
import { localChainId } from "#protocol/chain/localWorld";
import { findEndpointError } from "#protocol/chain/rpcEndpointError";
import type { Settings } from "../settings/settings.ts";
import { findViemChain } from "./viemChain.ts";

type EnsSettings = Pick<Settings, "chainId"> & Partial<Pick<Settings, "ensResolver">>;

/** Returns the address of ENS's universal resolver: configured, or viem's for the chain; undefined without ENS. */
export async function findEnsResolver({
  chainId,
  ensResolver,
}: EnsSettings): Promise<Address | undefined> {
  if (ensResolver !== undefined) return ensResolver === "off" ? undefined : ensResolver;
  if (chainId === localChainId) return undefined;
  const known = await findViemChain(chainId);
  return known?.contracts?.ensUniversalResolver?.address;
}

/** Creates functions that read ENS; both return null without ENS. */
export function createEnsReader(client: PublicClient, settings: EnsSettings) {
  let resolver: Promise<Address | undefined> | undefined;

  async function read<Result>(request: (resolver: Address) => Promise<Result>) {
    resolver ??= findEnsResolver(settings);
    const address = await resolver;
    if (address === undefined) return null;
    try {
      return await request(address);
    } catch (error) {
      if (isFromContract(error)) return null;
      throw error;
    }
  }

  return {
    /** Returns whether the settings name a resolver that does not exist on the chain. */
    async isResolverMissing(): Promise<boolean> {
      const { ensResolver: address } = settings;
      if (address === undefined || address === "off") return false;
      return (await client.getCode({ address })) === undefined;
    },
    /** Reads the name that an address claims; only its address proves the claim. */
    readName: (address: Address) =>
      read((universalResolverAddress) => getEnsName(client, { address, universalResolverAddress })),
    /** Reads the address of a normalized name. */
    readAddress: (name: string) =>
      read((universalResolverAddress) => getEnsAddress(client, { name, universalResolverAddress })),
  };
}

/**
 * Returns whether a resolver caused the error: it reverted, requested a URL (ERC-3668), or returned malformed data.
 * Anyone can choose a name's resolver, so this is no failure of the node.
 */
function isFromContract(error: unknown): boolean {
  if (!(error instanceof BaseError) || findEndpointError(error) !== undefined) return false;
  if (error.walk((each) => each instanceof ContractFunctionRevertedError) !== null) return true;
  const isFromNode = (each: unknown) =>
    each instanceof RpcRequestError || each instanceof HttpRequestError;
  return error.walk(isFromNode) === null;
}
