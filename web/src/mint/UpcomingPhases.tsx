import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { readContract } from "viem/actions";
import { collectionAbi } from "#chain/abi";
import { countNouns, nouns } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import type { MintAllowance, PlannedPhase } from "#protocol/wire/responses";
import { readPhaseNames } from "#sale/phaseNames";
import { countIds, describeIds } from "#sale/phaseRange";
import { findTime } from "#sale/phaseTimes";
import { toPhaseFacts } from "#sale/saleFacts";
import { runtimeConfig } from "../env.ts";
import { toTimes } from "../sale/useSalePlan.ts";
import { pageClient } from "../wallet/pageClient.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { formatEthAmount } from "./messages.ts";
import { Minters } from "./plan/Minters.tsx";
import { fullTime } from "./plan/timeLeft.ts";
import { allowanceQuery } from "./useAllowance.ts";

interface UpcomingPhasesProps {
  /** Name of the active phase. */
  active: string;
  blockNumber: bigint;
  /** Timestamp of that block, in seconds since 1970. */
  timestamp: bigint;
  /** The planned phases; none without a plan. */
  phases: readonly PlannedPhase[];
}

/** Renders the phases without any minted tokens: those of the plan, and those that only the chain has. */
export function UpcomingPhases({ active, blockNumber, timestamp, phases }: UpcomingPhasesProps) {
  const { address } = useWallet();
  const allowance = useQuery(allowanceQuery(address, active)).data;
  const { data = [] } = useQuery({
    queryKey: ["mint", "phases", active],
    networkMode: "online",
    queryFn: () => readPhases(blockNumber),
  });
  const plan = new Map(phases.map((phase) => [phase.name, phase]));
  const isAhead = (name: string) => {
    const planned = plan.get(name);
    return planned === undefined || findTime(toTimes(planned), timestamp) !== "late";
  };
  const onChain = data.filter(
    ({ name, currentCount }) => name !== active && currentCount === 0n && isAhead(name),
  );
  const known = new Set(data.filter((phase) => countIds(phase) > 0n).map(({ name }) => name));
  const upcoming = [
    ...onChain.filter((phase) => countIds(phase) > 0n),
    ...phases.filter(({ name }) => name !== active && !known.has(name) && isAhead(name)),
  ].map(({ name, startingPoint, endPoint }) => ({
    ...{ name, startingPoint: BigInt(startingPoint), endPoint: BigInt(endPoint) },
    planned: plan.get(name),
  }));
  return (
    <section className="stack" aria-label="Phases">
      {upcoming.length > 0 && (
        <>
          <h2>Still to come</h2>
          <ul className="facts">
            {upcoming.map((phase) => (
              <li key={phase.name}>
                <bdi>{phase.name}</bdi>
                <span className="soft">
                  {countNouns(countIds(phase))}, {describeIds(phase)}
                  {phase.planned && <PlanFacts phase={phase.planned} allowance={allowance} />}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small">
        <Link to={pages.phases.path}>Which {nouns} are in which phase</Link>
      </p>
    </section>
  );
}

interface PlanFactsProps {
  phase: PlannedPhase;
  /** The connected wallet's. */
  allowance: MintAllowance | undefined;
}

/** Renders a planned phase's price, opening and minters. */
function PlanFacts({ phase, allowance }: PlanFactsProps) {
  const { price, opensAt } = phase;
  return (
    <>
      , {formatEthAmount(BigInt(price))} each
      {opensAt && (
        <>
          , opens <time dateTime={opensAt}>{fullTime(new Date(opensAt))}</time>
        </>
      )}
      . <Minters phase={phase} allowance={allowance} />
    </>
  );
}

async function readPhases(blockNumber: bigint) {
  const client = pageClient();
  const { contract: address } = runtimeConfig();
  const names = await readPhaseNames(client, address, blockNumber);
  return Promise.all(
    names.map(async (name) => {
      const call = {
        abi: collectionAbi,
        address,
        functionName: "AllPhases",
        args: [name],
      } as const;
      return toPhaseFacts(name, await readContract(client, call));
    }),
  );
}
