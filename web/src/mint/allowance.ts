import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as v from "valibot";
import type { Address } from "viem";
import type { MintAllowance } from "#protocol/mintAllowance";
import { mintAllowancePath } from "#protocol/paths";
import { refusalFrom } from "../narrative/refusal.ts";
import type { Purchase } from "./purchase/purchase.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const allowanceSchema = v.object({
  phase: v.string(),
  allowance: count,
  left: count,
  confirming: v.exactOptional(v.object({ blocks: count, of: count, leftAfter: count })),
}) satisfies v.GenericSchema<unknown, MintAllowance>;

/** Polling interval while a mint awaits confirmations. */
const intervalMilliseconds = 12_000;

/** Query for a wallet's allowance in a phase; no data if the service does not report one. */
function allowanceQueryOptions(wallet: Address | undefined, phase: string) {
  return queryOptions<MintAllowance>({
    queryKey: ["mint allowance", wallet, phase],
    networkMode: "online",
    refetchInterval: ({ state }) => (state.data?.confirming ? intervalMilliseconds : false),
    queryFn:
      wallet === undefined
        ? skipToken
        : async ({ signal }) => {
            const response = await fetch(mintAllowancePath(wallet), { signal });
            if (!response.ok) throw await refusalFrom(response);
            return v.parse(allowanceSchema, await response.json());
          },
  });
}

/** Returns a wallet's allowance in the active phase; refetches it after each of its mints. */
export function useAllowance(
  wallet: Address | undefined,
  phase: string,
  { stage: { step } }: Purchase,
): MintAllowance | undefined {
  const { data, refetch } = useQuery(allowanceQueryOptions(wallet, phase));
  useEffect(() => {
    if (step === "confirmed") void refetch();
  }, [step, refetch]);
  return data?.phase === phase ? data : undefined;
}
