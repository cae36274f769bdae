import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Address } from "viem";
import type { TypedCall } from "#localChain/chainPage";
import { shortAddress } from "../../chain/shortAddress.ts";
import { requestWorld, type WorldResponses } from "./worldClient.ts";

/** Polling interval for the latest block. */
const headMilliseconds = 100;

/** Polls the latest block; a new block refetches all other chain data. */
export function useHead() {
  return useQuery({
    queryKey: ["world", "head"],
    queryFn: () => requestWorld("head"),
    refetchInterval: headMilliseconds,
    gcTime: 0,
  });
}

/** Reads data from the local world, refetched at each block. */
function useWorld<Name extends keyof WorldResponses>(
  name: Name,
  {
    place = "",
    call,
    enabled = true,
  }: { place?: string; call?: TypedCall | undefined; enabled?: boolean } = {},
) {
  const { data: head } = useHead();
  return useQuery({
    queryKey: ["world", name, head?.hash, place, call],
    queryFn: () => requestWorld(name, place, call),
    enabled: enabled && head !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Reads the contracts created on this chain. */
export const useContracts = () => useWorld("contracts");

/** Reads the latest transactions, newest first, and whether older transactions exist. */
export const useTransactions = (count: number) =>
  useWorld("transactions", { place: `?count=${count}` });

/** Simulates a call on top of the latest block. */
export const useSimulation = (call: TypedCall | undefined) =>
  useWorld("call", { call, enabled: call !== undefined });

/** Reads a transaction's trace. */
export function useTrace(hash: string) {
  return useQuery({
    queryKey: ["world", "trace", hash],
    queryFn: () => requestWorld("trace", `/${hash}`),
    gcTime: 0,
  });
}

/** Returns names for addresses: numbered node accounts and known contracts. */
export function useNames() {
  const { data: accounts = [] } = useWorld("accounts");
  const { data: contracts = [] } = useContracts();
  const known = [
    ...accounts.map((address, number) => ({ address, name: `Account ${number}` })),
    ...contracts.map(({ address, name }) => ({ address, name })),
  ];
  const names = new Map<Address, string>(known.map(({ address, name }) => [address, name]));
  return {
    known,
    accounts,
    nameOf: (address: Address) => names.get(address) ?? shortAddress(address),
  };
}
