import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Noun, noun, nouns } from "#protocol/values/noun";
import { pages, tokenPagePath } from "#protocol/wire/pages";
import type { StoryMap, TokenReference } from "#protocol/wire/responses";
import { EmptyState, LoadFailure } from "../components/Notice.tsx";
import { Quote } from "../components/Quote.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import { Portrait } from "../token/Portrait.tsx";
import { MapPicture, perPoint } from "./MapPicture.tsx";
import { storyMapQueryOptions } from "./storyMap.ts";
import "./MapPage.css";

/** Renders which tokens meet in stories: as a map, and as a list with the sentences. */
export default function MapPage() {
  useDocumentTitle(pages.map.title);
  const { data, isError, refetch } = useQuery(storyMapQueryOptions);
  return (
    <div className="map-page stack stack--loose">
      <h1>{pages.map.title}</h1>
      {data ? (
        <FoundMap map={data} />
      ) : isError ? (
        <LoadFailure onRetry={() => void refetch()}>The map failed to load.</LoadFailure>
      ) : (
        <div className="map-page__loading skeleton" aria-busy="true" />
      )}
    </div>
  );
}

function FoundMap({ map }: { map: StoryMap }) {
  const { tokens, meetings, meetingTotal, storyTotal, tokenTotal } = map;
  const drawnStories = tokens.filter(({ hasStory }) => hasStory).length;
  const others = {
    stories: storyTotal - drawnStories,
    quiet: tokenTotal - storyTotal - (tokens.length - drawnStories),
  };
  if (meetings.length === 0) {
    return (
      <EmptyState>
        No story mentions another {noun} yet. Write “{Noun} 7” or “#7” in a story, and both pages
        show it.
      </EmptyState>
    );
  }
  const drawn = new Set(tokens.map(({ drifterId }) => drifterId));
  const isDrawn = ({ drifterId }: TokenReference) => drawn.has(drifterId);
  const isPartial =
    meetings.length < meetingTotal ||
    meetings.some(({ writer, mentioned }) => !isDrawn(writer) || !isDrawn(mentioned));
  return (
    <>
      <p className="map-page__text">
        A line joins two {nouns} where a story mentions the other. A faded portrait has no story
        yet.{" "}
        {isPartial && `The map shows only the ${tokens.length} ${nouns} of the latest mentions. `}
        {describePoints(others)}
      </p>
      <nav aria-label="Map">
        <MapPicture map={map} others={others} />
      </nav>
      <h2>In their own words</h2>
      <ul className="map-page__meetings">
        {meetings.map(({ writer, mentioned, quote }) => (
          <li key={`${writer.drifterId} ${mentioned.drifterId}`}>
            <Portrait drifterId={writer.drifterId} alt="" loading="lazy" sizes="4rem" />
            <p>
              <TokenLink token={writer} /> writes of <TokenLink token={mentioned} />:{" "}
              <Quote text={quote} />
            </p>
          </li>
        ))}
      </ul>
      {meetings.length < meetingTotal && (
        <p className="small">
          These are the latest {meetings.length} of {meetingTotal} mentions. Each {noun}'s page
          lists its own.
        </p>
      )}
    </>
  );
}

function describePoints({ stories, quiet }: { stories: number; quiet: number }): string {
  const per = (count: number) => (perPoint(count) === 1 ? "one" : String(perPoint(count)));
  const bright = `Each bright point stands for ${per(stories)} of the ${stories} other stories`;
  const faint = `each faint one for ${per(quiet)} of the ${quiet} ${nouns} whose stories nobody has written`;
  if (stories === 0)
    return quiet === 0 ? "" : `${faint.replace("each faint one", "Each point stands")}.`;
  return quiet === 0 ? `${bright}.` : `${bright}, ${faint}.`;
}

function TokenLink({ token: { drifterId, name } }: { token: TokenReference }) {
  return (
    <Link to={tokenPagePath(drifterId)}>
      {name ? (
        <>
          <bdi>{name}</bdi> ({drifterId})
        </>
      ) : (
        `${Noun} ${drifterId}`
      )}
    </Link>
  );
}
