import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as v from "valibot";
import type { Address } from "viem";
import { mintAllowancePath } from "#protocol/wire/paths";
import type { MintAllowance } from "#protocol/wire/responses";
import { readProblem } from "../service/readJson.ts";
import type { Purchase } from "./purchase/purchase.ts";

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
const allowanceSchema = v.object({
  phase: v.string(),
  allowance: countSchema,
  left: countSchema,
  planned: v.exactOptional(v.record(v.string(), countSchema)),
  confirming: v.exactOptional(
    v.object({ blocks: countSchema, of: countSchema, leftAfter: countSchema }),
  ),
}) satisfies v.GenericSchema<unknown, MintAllowance>;

/** Polling interval while a mint awaits confirmations. */
const confirmingIntervalMilliseconds = 12_000;

/** Returns the query of a wallet's allowances while `phase` is active. */
export function allowanceQuery(wallet: Address | undefined, phase: string) {
  return queryOptions<MintAllowance>({
    queryKey: ["mint allowance", wallet, phase],
    networkMode: "online",
    refetchInterval: ({ state }) =>
      state.data?.confirming ? confirmingIntervalMilliseconds : false,
    queryFn:
      wallet === undefined
        ? skipToken
        : async ({ signal }) => {
            const response = await fetch(mintAllowancePath(wallet), { signal });
            if (!response.ok) throw await readProblem(response);
            return v.parse(allowanceSchema, await response.json());
          },
  });
}

/** Returns a wallet's allowance in the active phase, if the service reports one; refetches it after each of its mints, also when the chain drops one. */
export function useAllowance(
  wallet: Address | undefined,
  phase: string,
  { stage, unanswered }: Purchase,
): MintAllowance | undefined {
  const { data, refetch } = useQuery(allowanceQuery(wallet, phase));
  const isConfirmed = stage.step === "confirmed";
  const isReorged = (stage.step === "sent" ? stage : unanswered)?.isReorged;
  useEffect(() => {
    if (isConfirmed || isReorged) void refetch();
  }, [isConfirmed, isReorged, refetch]);
  return data?.phase === phase ? data : undefined;
}
