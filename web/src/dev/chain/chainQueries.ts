import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Address } from "viem";
import { shortAddress } from "../../wallet/shortAddress.ts";
import { requestWorld, type TypedCall } from "./worldClient.ts";

/** Time between two looks at the latest block. */
const headMilliseconds = 100;

/** The latest block; everything else is read again when it changes. */
export function useHead() {
  return useQuery({
    queryKey: ["world", "head"],
    queryFn: () => requestWorld("head"),
    refetchInterval: headMilliseconds,
    gcTime: 0,
    retry: false,
  });
}

/** The contracts that were created on this chain. */
export function useContracts() {
  const { data: head } = useHead();
  return useQuery({
    queryKey: ["world", "contracts", head?.hash],
    queryFn: () => requestWorld("contracts"),
    enabled: head !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** The latest transactions, newest first, and whether there are older ones. */
export function useTransactions(count: number) {
  const { data: head } = useHead();
  return useQuery({
    queryKey: ["world", "transactions", head?.hash, count],
    queryFn: () => requestWorld("transactions", `?count=${count}`),
    enabled: head !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** What a transaction did. */
export function useTrace(hash: string) {
  return useQuery({
    queryKey: ["world", "trace", hash],
    queryFn: () => requestWorld("trace", `/${hash}`),
    gcTime: 0,
    retry: false,
  });
}

/** What a call would do on top of the latest block. */
export function useSimulation(call: TypedCall | undefined) {
  const { data: head } = useHead();
  return useQuery({
    queryKey: ["world", "call", head?.hash, call],
    queryFn: () => requestWorld("call", "", call),
    enabled: head !== undefined && call !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

/** Names of addresses: the node's accounts by number, and the contracts. */
export function useNames() {
  const { data: accounts = [] } = useQuery({
    queryKey: ["world", "accounts"],
    queryFn: () => requestWorld("accounts"),
    gcTime: 0,
  });
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
