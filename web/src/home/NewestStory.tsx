import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Noun } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import type { StoryPageItem } from "#protocol/wire/responses";
import { voice } from "../page/voice.ts";
import { storyPagesQueryOptions } from "../stories/storyPages.ts";
import { Portrait } from "../token/Portrait.tsx";
import "./NewestStory.css";

/** Query for the newest stories, with the beginning of each. */
export const newestStoriesQueryOptions = () => storyPagesQueryOptions({ query: "" });

/** Returns the text at the beginning of a story. */
export function beginningOf({ excerpt }: Pick<StoryPageItem, "excerpt">): string {
  return excerpt.map(({ text }) => text).join("");
}

/** The newest story's portrait and first lines, in a space that does not change when it has loaded. */
export function NewestStory() {
  const { data, isError } = useInfiniteQuery(newestStoriesQueryOptions());
  const story = data?.pages[0]?.stories[0];
  if (isError) return null;
  if (!story) {
    return (
      <div className="newest-story" aria-busy={!data}>
        <span
          className={data ? "portrait" : "portrait skeleton"}
          data-missing={data !== undefined}
        />
        <p className="newest-story__beginning">{data && voice.noStories}</p>
      </div>
    );
  }
  const { drifterId, name } = story;
  return (
    <article className="newest-story">
      <Portrait drifterId={drifterId} alt="" sizes="10rem" />
      <div>
        <p className="eyebrow">Newest story</p>
        <h2>
          <Link to={tokenPagePath(drifterId)} dir="auto">
            {name ?? `${Noun} ${drifterId}`}
          </Link>
        </h2>
        <p className="newest-story__beginning" dir="auto">
          {beginningOf(story)}
        </p>
      </div>
    </article>
  );
}
