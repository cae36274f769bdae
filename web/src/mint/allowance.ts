import { queryOptions, skipToken } from "@tanstack/react-query";
import * as v from "valibot";
import type { Address } from "viem";
import { describeConfirmation, type MintAllowance } from "#protocol/mintAllowance";
import { mintAllowancePath } from "#protocol/paths";
import { refusalFrom } from "../narrative/refusal.ts";

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
export function allowanceQueryOptions(wallet: Address | undefined, phase: string) {
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

/**
 * `Your wallet may mint 1 in this phase.`
 *
 * @param idsLeft how many the phase has left for all wallets.
 */
export function allowanceMessage(
  { allowance, left, confirming }: MintAllowance,
  idsLeft = left,
): string {
  const words =
    left > 0
      ? `Your wallet may mint ${Math.min(left, idsLeft)}${left < allowance ? " more" : ""} in this phase.`
      : undefined;
  if (confirming) return [words, describeConfirmation(confirming)].filter(Boolean).join(" ");
  if (allowance === 0) return "Your wallet may not mint in this phase.";
  return words ?? "Your wallet has used its allowance in this phase.";
}
