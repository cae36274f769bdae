import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { nouns } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import type { TokenNeighbors, TokenReference } from "#protocol/wire/responses";
import { Quote } from "../components/Quote.tsx";
import { narrativeQueryOptions } from "../narrative/narrativeApi.ts";
import { neighborsQueryOptions } from "../tokens/neighbors.ts";
import { accessibleName } from "../tokens/tokenLinks.ts";
import { metadataQueryOptions } from "./metadata.ts";
import { Portrait } from "./Portrait.tsx";
import "./Neighbors.css";

/** Renders a token's links to others; renders nothing until they and the story above have loaded. */
export function Neighbors({ drifterId }: { drifterId: string }) {
  const { isSuccess: isKnown } = useQuery(metadataQueryOptions(drifterId));
  const { data } = useQuery({ ...neighborsQueryOptions(drifterId), enabled: isKnown });
  const story = useQuery(narrativeQueryOptions(drifterId));
  if (!data || story.isLoading) return null;
  const { previous, next, withStory, sameOwner, samePhase, mentionedIn, mentions } = data;
  return (
    <nav className="neighbors stack stack--page" aria-label={`Other ${nouns}`}>
      <ul className="neighbors__steps">
        {previous && <Step token={previous} rel="prev" label="Previous" />}
        {next && <Step token={next} rel="next" label="Next" />}
        {withStory && <Step token={withStory} label="Random story" />}
      </ul>
      <Quotes mentions={mentionedIn} />
      <Strip title="Mentioned here" tokens={mentions} />
      <Strip title="More from this owner" tokens={sameOwner ?? []} />
      <Strip title="More from this phase" tokens={samePhase} />
    </nav>
  );
}

interface StepProps {
  token: TokenReference;
  label: string;
  rel?: string;
}

function Step({ token: { drifterId, name }, label, rel }: StepProps) {
  return (
    <li>
      <Link to={tokenPagePath(drifterId)} rel={rel} className="box">
        <Portrait drifterId={drifterId} alt="" loading="lazy" sizes="4rem" />
        <span className="sign">{label}</span>
        <bdi>{accessibleName(drifterId, name)}</bdi>
      </Link>
    </li>
  );
}

/** Renders the stories that mention this token, each with the sentence that does. */
function Quotes({ mentions }: { mentions: TokenNeighbors["mentionedIn"] }) {
  if (mentions.length === 0) return null;
  return (
    <section className="neighbors__quotes stack">
      <h2>Mentioned in</h2>
      <ul>
        {mentions.map(({ drifterId, name, quote }) => (
          <li key={drifterId}>
            <Link to={tokenPagePath(drifterId)} className="box">
              <Portrait drifterId={drifterId} alt="" loading="lazy" sizes="6rem" />
              <bdi className="sign">{accessibleName(drifterId, name)}</bdi>
              {quote && <Quote text={quote} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StripProps {
  title: string;
  tokens: readonly TokenReference[];
}

function Strip({ title, tokens }: StripProps) {
  if (tokens.length === 0) return null;
  return (
    <section className="neighbors__strip stack">
      <h2>{title}</h2>
      <ul>
        {tokens.map(({ drifterId, name }) => {
          const label = accessibleName(drifterId, name);
          return (
            <li key={drifterId}>
              <Link to={tokenPagePath(drifterId)} aria-label={label} title={label}>
                <Portrait drifterId={drifterId} alt="" loading="lazy" sizes="6rem" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
