import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import type { AbiParameter } from "viem";
import { apiPaths } from "#protocol/wire/paths";
import { readPhaseNames } from "#sale/phaseNames";
import { latestBlockNumber } from "../../chain/latestBlockNumber.ts";
import { runtimeConfig } from "../../env.ts";
import { saleClient } from "../../sale/saleClient.ts";
import { readJson } from "../../service/readJson.ts";
import { useHead, useNames } from "./chainQueries.ts";

const tokensSchema = v.object({ tokens: v.array(v.object({ drifterId: v.string() })) });

/** A value that exists on the chain, with a name for people. */
export interface Choice {
  value: string;
  label?: string;
}

/** Returns what a parameter can be chosen from, by its type and name: accounts, phases or tokens. */
export function useChoices() {
  const { data: head } = useHead();
  const { known } = useNames();
  const phases = useQuery({
    queryKey: ["world", "phases", head?.hash],
    enabled: head !== undefined,
    gcTime: 0,
    async queryFn() {
      const blockNumber = await latestBlockNumber(saleClient());
      return readPhaseNames(saleClient(), runtimeConfig().contract, blockNumber);
    },
  });
  const tokens = useQuery({
    queryKey: ["world", "tokens", head?.hash],
    enabled: head !== undefined,
    gcTime: 0,
    queryFn: ({ client, signal }) =>
      readJson(`${apiPaths.tokens}?limit=200&order=number`, tokensSchema, { client, signal }),
  });
  const choices = {
    addresses: known.map(({ address, name }): Choice => ({ value: address, label: name })),
    phases: (phases.data ?? []).map((value): Choice => ({ value })),
    tokens: (tokens.data?.tokens ?? []).map(({ drifterId }): Choice => ({ value: drifterId })),
  };
  return ({ name = "", type }: AbiParameter): readonly Choice[] => {
    if (type === "address") return choices.addresses;
    if (type === "string" && /phase/i.test(name)) return choices.phases;
    return type === "uint256" && /tokenId$/i.test(name) ? choices.tokens : [];
  };
}
