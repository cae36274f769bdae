import { type Address, type Client, createClient, http } from "viem";
import { getBlockNumber, getChainId } from "viem/actions";
import { findPhaseNames } from "#protocol/sale/phaseNames";
import type { SaleCall } from "#protocol/sale/saleCalls";
import {
  type CallsSimulation,
  readSaleState,
  type SaleState,
  simulateCalls,
} from "#protocol/sale/simulateCalls";

/** The node, the collection's address and the phases to read. */
export interface Place {
  rpcUrl: string;
  collection: Address;
  /** Names of phases; if empty, they are read from the contract's events. */
  phaseNames: readonly string[];
}

/** A collection at one block of its chain. */
export interface LoadedCollection {
  state: SaleState;
  chainId: number;
  blockNumber: bigint;
  simulate(calls: readonly SaleCall[]): Promise<CallsSimulation>;
}

const timeoutMilliseconds = 30_000;

/** Reads the sale and its phases, `furtherNames` included. */
export async function loadCollection(
  { rpcUrl, collection, phaseNames }: Place,
  furtherNames: readonly string[],
): Promise<LoadedCollection> {
  const client: Client = createClient({
    transport: http(rpcUrl, { timeout: timeoutMilliseconds }),
  });
  const [chainId, blockNumber] = await Promise.all([getChainId(client), getBlockNumber(client)]);
  const known = phaseNames.length > 0 ? phaseNames : await search(client, collection, blockNumber);
  const names = [...new Set([...known, ...furtherNames])];
  const state = await readSaleState(client, { collection, phaseNames: names, blockNumber });
  const simulate = (calls: readonly SaleCall[]) =>
    simulateCalls(client, {
      collection,
      phaseNames: names,
      owner: state.sale.owner,
      calls,
      symbol: "ether",
      blockNumber,
    });
  return { state, chainId, blockNumber, simulate };
}

/** Scans the contract's events and shows progress on a terminal. */
async function search(client: Client, collection: Address, blockNumber: bigint): Promise<string[]> {
  const { stderr } = process;
  try {
    return await findPhaseNames(client, collection, {
      blockNumber,
      onProgress({ done, total, names }) {
        if (!stderr.isTTY) return;
        stderr.write(`\rPhases found: ${names.length}, blocks: ${done}/${total} …`);
      },
    });
  } finally {
    if (stderr.isTTY) stderr.write("\r\x1b[K");
  }
}
