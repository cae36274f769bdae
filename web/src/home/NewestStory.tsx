import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import * as v from "valibot";
import { tokenTitle } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import { voice } from "../page/voice.ts";
import { readJson } from "../service/readJson.ts";
import { Portrait } from "../token/Portrait.tsx";
import { tokenSchema } from "../tokens/tokenSchema.ts";
import "./NewestStory.css";

/** Number of tiles that show a first line. */
const newestCount = 20;

const newestSchema = v.object({
  stories: v.array(
    v.object({
      ...tokenSchema.entries,
      title: v.exactOptional(v.string()),
      excerpt: v.array(v.object({ text: v.string() })),
    }),
  ),
});

/** Query for the newest stories and their first lines. */
export function newestStoriesQueryOptions() {
  return queryOptions({
    queryKey: ["newestStories"],
    queryFn: async (context) => {
      const path = `${apiPaths.narratives}?limit=${newestCount}`;
      const { stories } = await readJson(path, newestSchema, context);
      return stories.map(({ excerpt, ...token }) => ({
        ...token,
        beginning: excerpt.map(({ text }) => text).join(""),
      }));
    },
  });
}

/** Renders the newest story's portrait and first lines; reserves the space while it loads. */
export function NewestStory() {
  const { data, isError } = useQuery(newestStoriesQueryOptions());
  const story = data?.[0];
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
  const { drifterId, name, title, beginning } = story;
  return (
    <article className="newest-story">
      <Portrait drifterId={drifterId} alt="" sizes="10rem" />
      <div>
        <p className="small">Newest story</p>
        <h2>
          <Link to={tokenPagePath(drifterId)} dir="auto">
            {name ?? tokenTitle(drifterId)}
          </Link>
        </h2>
        {title && (
          <p className="story-title" dir="auto">
            {title}
          </p>
        )}
        <p className="newest-story__beginning" dir="auto">
          {beginning}
        </p>
      </div>
    </article>
  );
}
