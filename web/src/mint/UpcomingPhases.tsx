import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { readContract } from "viem/actions";
import { collectionAbi } from "#chain/abi";
import { countNouns, nouns } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import { readPhaseNames } from "#sale/phaseNames";
import { countIds, describeIds } from "#sale/phaseRange";
import { toPhaseFacts } from "#sale/saleFacts";
import { runtimeConfig } from "../env.ts";
import { pageClient } from "../wallet/pageClient.ts";

interface UpcomingPhasesProps {
  /** Name of the active phase. */
  active: string;
  blockNumber: bigint;
}

/** Renders the planned phases without any minted tokens. */
export function UpcomingPhases({ active, blockNumber }: UpcomingPhasesProps) {
  const { data = [] } = useQuery({
    queryKey: ["mint", "phases", active],
    networkMode: "online",
    queryFn: () => readPhases(blockNumber),
  });
  const upcoming = data.filter(
    (phase) => phase.name !== active && phase.currentCount === 0n && countIds(phase) > 0n,
  );
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
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="eyebrow">
        <Link to={pages.phases.path}>Which {nouns} are in which phase</Link>
      </p>
    </section>
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
