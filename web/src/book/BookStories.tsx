import { Link } from "react-router-dom";
import { Noun, noun, nouns } from "#protocol/values/noun";
import { type BookPage, bookPartPath } from "#protocol/wire/bookMarkup";
import { apiPaths } from "#protocol/wire/paths";
import { EmptyState } from "../components/Notice.tsx";
import { Lore } from "../home/HomePage.tsx";
import { StoryExcerpt } from "../stories/StoryExcerpt.tsx";

type StoriesPage = Extract<BookPage, { kind: "stories" }>;

/** Renders one part of the story list, newest first, with a search over all stories. */
export function BookStories({ part, parts, total, stories }: StoriesPage) {
  return (
    <>
      {part === 1 && <Lore />}
      <div className="story-pages stack stack--loose">
        {part === 1 ? <h2>Stories</h2> : <h1>{`Stories, part ${part} of ${parts}`}</h1>}
        <p>
          {total.toLocaleString("en")} {total === 1 ? "story" : "stories"}, newest first.{" "}
          <a href={apiPaths.atomFeed}>Atom feed</a>
        </p>
        <Search />
        <ul className="story-pages__list" data-stories="">
          {stories.map((story) => (
            <li key={story.drifterId}>
              <StoryExcerpt {...story} />
            </li>
          ))}
        </ul>
        {stories.length === 0 && <EmptyState>This book has no story.</EmptyState>}
        {parts > 1 && <Parts part={part} parts={parts} />}
      </div>
    </>
  );
}

/** Renders a hidden search form; the book's script shows it and searches its inlined data. */
function Search() {
  return (
    <search
      className="book-search"
      aria-label="Stories"
      data-folder={noun}
      data-label={Noun}
      data-pictures={nouns}
      hidden
    >
      <form>
        <div className="field">
          <label htmlFor="query">Search</label>
          <input
            id="query"
            type="search"
            dir="auto"
            name="query"
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="query-hint"
          />
          <span id="query-hint" className="small">
            Words from a story, a name or a number
          </span>
        </div>
      </form>
      <p role="status" />
      <ul className="story-pages__list" />
    </search>
  );
}

function Parts({ part, parts }: { part: number; parts: number }) {
  return (
    <nav className="book-parts row" aria-label="Parts">
      {part > 1 && (
        <Link className="button" rel="prev" to={bookPartPath(part - 1)}>
          Newer stories
        </Link>
      )}
      <span>
        Part {part} of {parts}
      </span>
      {part < parts && (
        <Link className="button" rel="next" to={bookPartPath(part + 1)}>
          Older stories
        </Link>
      )}
    </nav>
  );
}
