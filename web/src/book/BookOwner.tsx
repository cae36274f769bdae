import type { BookPage } from "#protocol/bookMarkup";
import { EmptyState } from "../components/EmptyState.tsx";
import { StoryExcerpt } from "../stories/StoryExcerpt.tsx";
import { shortAddress } from "../wallet/shortAddress.ts";
import { BookAddress } from "./BookAddress.tsx";

/** The current stories that a wallet signed as the owner of their drifters. */
export function BookOwner({ owner, stories }: Extract<BookPage, { kind: "owner" }>) {
  return (
    <div className="owner">
      <header className="owner__opening">
        <h1>Stories by {shortAddress(owner)}</h1>
        <BookAddress address={owner} />
      </header>
      {stories.length === 0 ? (
        <EmptyState>No current story in this book was written by this wallet.</EmptyState>
      ) : (
        <ul className="story-pages__list">
          {stories.map((story) => (
            <li key={story.drifterId}>
              <StoryExcerpt {...story} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
