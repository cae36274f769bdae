import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Address } from "viem";
import type { MintAllowance } from "#protocol/mintAllowance";
import { allowanceQueryOptions } from "./allowance.ts";
import type { Purchase } from "./purchase/purchase.ts";

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
