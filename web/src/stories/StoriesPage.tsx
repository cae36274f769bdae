import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { pages } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import type { PersonName } from "#protocol/wire/responses";
import { Button } from "../components/Button.tsx";
import { EmptyState, LoadFailure } from "../components/Notice.tsx";
import { Person } from "../components/Person.tsx";
import { formNavigation, SearchField } from "../components/SearchField.tsx";
import { ShowMore } from "../components/ShowMore.tsx";
import { runtimeConfig } from "../env.ts";
import { useDocumentTitle } from "../page/usePage.ts";
import { voice } from "../page/voice.ts";
import { StoryExcerpt } from "./StoryExcerpt.tsx";
import {
  parseStoriesLocation,
  type StoriesLocation,
  storiesPath,
  storyPagesQueryOptions,
} from "./storyPages.ts";
import "./StoriesPage.css";

/** Renders all stories, newest first, or the matches of a search, best match first. */
export default function StoriesPage() {
  useDocumentTitle(pages.stories.title);
  const { epubUrl, hasFeeds } = runtimeConfig();
  const [search] = useSearchParams();
  const location = parseStoriesLocation(search);
  return (
    <div className="story-pages stack stack--loose">
      <h1>Stories</h1>
      <SearchForm query={location.query} />
      <p>
        <Link to={pages.map.path}>See where stories meet</Link>
      </p>
      <FoundStories {...location} />
      {epubUrl && (
        <p>
          Read them as an e-book: <a href={epubUrl}>EPUB</a>
        </p>
      )}
      {hasFeeds && (
        <p>
          Follow new stories: <a href={apiPaths.atomFeed}>Atom</a> or{" "}
          <a href={apiPaths.jsonFeed}>JSON Feed</a>
        </p>
      )}
    </div>
  );
}

function SearchForm({ query }: { query: string }) {
  const navigate = useNavigate();
  const search = (wanted: string, continuesSearch = false) =>
    void navigate(storiesPath({ query: wanted }), {
      replace: continuesSearch,
      state: formNavigation,
    });
  return (
    <search aria-label="Stories">
      <form
        action={pages.stories.path}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          search(String(new FormData(event.currentTarget).get("query")).trim());
        }}
      >
        <SearchField
          query={query}
          label="Search"
          hint="Words from a story. “Quotes” find a phrase."
          onSearch={search}
        />
        <noscript>
          <Button type="submit">Search</Button>
        </noscript>
      </form>
    </search>
  );
}

function FoundStories({ cursor, ...subject }: StoriesLocation) {
  const { author } = subject;
  const found = useInfiniteQuery({
    ...storyPagesQueryOptions({ ...subject, ...(cursor && { cursor }) }),
    placeholderData: keepPreviousData,
  });
  const pages = found.data?.pages;
  const stories = pages?.flatMap((page) => page.stories) ?? [];
  const next = pages?.at(-1)?.next;
  const list = useRef<HTMLDivElement>(null);

  if (found.isError && !found.isFetchNextPageError) {
    return (
      <LoadFailure onRetry={() => void found.refetch()}>The stories failed to load.</LoadFailure>
    );
  }
  return (
    <div ref={list} className="story-pages__found" aria-busy={found.isPlaceholderData}>
      {author && <Author author={author} name={stories[0]?.authorName} />}
      <div role="status">{pages && stories.length === 0 && <NoStory {...subject} />}</div>
      {cursor && <Link to={storiesPath(subject)}>Back to the first stories</Link>}
      {stories.length > 0 && (
        <ul className="story-pages__list">
          {stories.map((story, index) => (
            <li key={story.drifterId} data-index={index}>
              <StoryExcerpt {...story} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        key={storiesPath(subject)}
        href={next && storiesPath({ ...subject, cursor: next })}
        list={list}
        length={stories.length}
        pages={found}
      />
    </div>
  );
}

/** Renders the author of the listed stories. */
function Author({ author, name }: { author: string; name: PersonName | undefined }) {
  return (
    <p>
      By <Person address={author} name={name} />.{" "}
      <Link to={pages.stories.path}>Show all stories</Link>
    </p>
  );
}

function NoStory({ query, author }: Pick<StoriesLocation, "query" | "author">) {
  if (author) return <EmptyState>This wallet has written no stories here.</EmptyState>;
  if (query === "") return <EmptyState>{voice.noStories}</EmptyState>;
  return (
    <p>
      No story contains all of these words: “{query}”.{" "}
      <Link to={pages.stories.path}>Show all stories</Link>
    </p>
  );
}
