import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { DrifterReference } from "#protocol/responses";
import { narrativeQueryOptions } from "../narrative/narrativeApi.ts";
import { accessibleName, drifterPath } from "./drifterLinks.ts";
import { metadataQueryOptions } from "./metadata.ts";
import { neighborsQueryOptions } from "./neighbors.ts";
import { Portrait } from "./Portrait.tsx";
import "./Neighbors.css";
import { nouns } from "#protocol/noun";

/** Links from a drifter to others; renders nothing until they and the story above have loaded. */
export default function Neighbors({ drifterId }: { drifterId: string }) {
  const { isSuccess: isKnown } = useQuery(metadataQueryOptions(drifterId));
  const { data } = useQuery({ ...neighborsQueryOptions(drifterId), enabled: isKnown });
  const story = useQuery(narrativeQueryOptions(drifterId));
  if (!data || story.isLoading) return null;
  const { previous, next, withStory, sameOwner, samePhase, mentionedIn } = data;
  return (
    <nav className="neighbors stack stack--page" aria-label={`Other ${nouns}`}>
      <ul className="neighbors__steps">
        {previous && <Step drifter={previous} rel="prev" label="Previous" />}
        {withStory && <Step drifter={withStory} label="Random story" />}
        {next && <Step drifter={next} rel="next" label="Next" />}
      </ul>
      <Strip title="Mentioned in" drifters={mentionedIn} />
      <Strip title="Same owner" drifters={sameOwner ?? []} />
      <Strip title="Same phase" drifters={samePhase} />
    </nav>
  );
}

interface StepProps {
  drifter: DrifterReference;
  label: string;
  rel?: string;
}

function Step({ drifter: { drifterId, name }, label, rel }: StepProps) {
  return (
    <li>
      <Link to={drifterPath(drifterId)} rel={rel} className="box">
        <span className="sign">{label}</span>
        <bdi>{accessibleName(drifterId, name)}</bdi>
      </Link>
    </li>
  );
}

interface StripProps {
  title: string;
  drifters: readonly DrifterReference[];
}

function Strip({ title, drifters }: StripProps) {
  if (drifters.length === 0) return null;
  return (
    <section className="neighbors__strip stack">
      <h2>{title}</h2>
      <ul>
        {drifters.map(({ drifterId, name }) => {
          const label = accessibleName(drifterId, name);
          return (
            <li key={drifterId}>
              <Link to={drifterPath(drifterId)} aria-label={label} title={label}>
                <Portrait drifterId={drifterId} alt="" loading="lazy" sizes="6rem" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
