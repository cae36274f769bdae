import { Link } from "react-router-dom";
import { tokenTitle } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import type { ExcerptPart, StoryPageItem } from "#protocol/wire/responses";
import { Person } from "../components/Person.tsx";
import { SavedDay } from "../components/SavedDay.tsx";
import { Portrait } from "../token/Portrait.tsx";

/** Renders a list item for a story: token, author, time and a passage. */
export function StoryExcerpt({
  drifterId,
  name,
  author,
  authorName,
  savedAt,
  title,
  excerpt,
  readingMinutes,
}: StoryPageItem) {
  return (
    <article className="excerpt">
      <Portrait drifterId={drifterId} alt="" loading="lazy" sizes="6rem" />
      <div className="stack">
        <h2>
          <Link to={tokenPagePath(drifterId)}>
            <span className="excerpt__id">{tokenTitle(drifterId)}</span>
            {name && (
              <>
                {" "}
                <bdi>{name}</bdi>
              </>
            )}
          </Link>
        </h2>
        {title && (
          <p className="story-title" dir="auto">
            {title}
          </p>
        )}
        <Passage parts={excerpt} />
        <p className="small">
          <SavedDay savedAt={savedAt} /> by <Person address={author} name={authorName} />
          {readingMinutes !== undefined && ` · ${readingMinutes} min read`}
        </p>
      </div>
    </article>
  );
}

function Passage({ parts }: { parts: readonly ExcerptPart[] }) {
  if (parts.length === 0) return null;
  return (
    <p dir="auto">
      {parts.map(({ text, isMatch }, index) =>
        isMatch ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an excerpt never change their order.
          <mark key={index}>{text}</mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}
