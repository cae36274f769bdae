import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { apiPaths } from "#protocol/wire/paths";
import type { PlannedPhase } from "#protocol/wire/responses";
import { findTime, type PhaseTimes } from "#sale/phaseTimes";
import { readJson } from "../service/readJson.ts";

const phaseSchema = v.object({
  name: v.string(),
  startingPoint: v.number(),
  endPoint: v.number(),
  price: v.pipe(v.string(), v.regex(/^\d+$/)),
  maxPerMint: v.number(),
  opensAt: v.exactOptional(v.string()),
  closesAt: v.exactOptional(v.string()),
  perWallet: v.exactOptional(v.number()),
}) satisfies v.GenericSchema<unknown, PlannedPhase>;
const planSchema = v.object({ phases: v.array(phaseSchema) });

const none: readonly PlannedPhase[] = [];

/** Returns the planned phases in order: none without a plan or while it cannot be read, undefined while it loads. */
export function useSalePlan(): readonly PlannedPhase[] | undefined {
  const { data, fetchStatus, failureCount } = useQuery({
    queryKey: ["sale plan"],
    queryFn: (context) => readJson(apiPaths.sale, planSchema, context),
    networkMode: "online",
    // The operator may reschedule an opening at any time.
    refetchInterval: 30_000,
  });
  if (data) return data.phases;
  return fetchStatus === "fetching" && failureCount === 0 ? undefined : none;
}

/** Returns a phase's times in seconds since 1970. */
export function toTimes({ opensAt, closesAt }: PlannedPhase): PhaseTimes {
  const seconds = (time: string | undefined) =>
    time === undefined ? undefined : BigInt(Date.parse(time)) / 1_000n;
  return { opensAt: seconds(opensAt), closesAt: seconds(closesAt) };
}

/**
 * Returns the phase whose opening is next: the active one, or the first planned one if no phase is open.
 *
 * @param timestamp the latest block's timestamp, in seconds since 1970.
 */
export function findNextOpening(
  phases: readonly PlannedPhase[],
  active: string,
  timestamp: bigint,
): PlannedPhase | undefined {
  const isEarly = (phase: PlannedPhase) => findTime(toTimes(phase), timestamp) === "early";
  const current = phases.find(({ name }) => name === active);
  return current !== undefined && isEarly(current) ? current : phases.find(isEarly);
}
