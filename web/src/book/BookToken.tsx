import { Link } from "react-router-dom";
import { tokenTitle } from "#protocol/values/noun";
import {
  type BookPage,
  type BookVersion,
  bookRevisionsFile,
  bookVersionPath,
} from "#protocol/wire/bookMarkup";
import { tokenPagePath } from "#protocol/wire/pages";
import { shortAddress } from "../chain/shortAddress.ts";
import { Notice } from "../components/Notice.tsx";
import { SavedDay } from "../components/SavedDay.tsx";
import { Byline } from "../narrative/history/Byline.tsx";
import { Story, StorySection } from "../narrative/Story.tsx";
import { TokenCard } from "../token/TokenCard.tsx";

type TokenPage = Extract<BookPage, { drifterId: string }>;

/** Renders a token with one version of its story and links to the story's other versions. */
export function BookToken({ page }: { page: TokenPage }) {
  const { drifterId, metadata, versions, narrative } = page;
  const [newest] = versions;
  const shown =
    page.kind === "version" ? versions.find(({ revision }) => revision === page.revision) : newest;
  return (
    <>
      {metadata ? (
        <TokenCard drifterId={drifterId} />
      ) : (
        <h1 className="card__name">{tokenTitle(drifterId)}</h1>
      )}
      {shown?.isStory && (
        <StorySection>
          {shown !== newest && (
            <Notice tone="warning">
              This is an earlier version, revision {shown.revision}.{" "}
              <Link to={tokenPagePath(drifterId)}>Current version</Link>
            </Notice>
          )}
          <Story text={narrative} source={`/${bookRevisionsFile}`} />
        </StorySection>
      )}
      <section className="history" aria-label="Revisions">
        {shown && <Byline isRemoved={!shown.isStory} origin={shown} />}
        {versions.length > 1 && (
          <ol className="book-versions" aria-label="Revisions, newest first">
            {versions.map((version) => (
              <Version
                key={version.revision}
                drifterId={drifterId}
                version={version}
                isNewest={version === newest}
                isShown={version === shown}
              />
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

interface VersionProps {
  drifterId: string;
  version: BookVersion;
  isNewest: boolean;
  isShown: boolean;
}

function Version({ drifterId, version, isNewest, isShown }: VersionProps) {
  const { revision, author, savedAt, isStory } = version;
  const path = isNewest ? tokenPagePath(drifterId) : bookVersionPath(drifterId, revision);
  return (
    <li className="revision">
      <p>
        {isStory || isNewest ? (
          <Link to={path} aria-current={isShown ? "page" : undefined}>
            Revision {revision}
          </Link>
        ) : (
          <strong>Revision {revision}</strong>
        )}
        {isNewest && isStory && " (current)"}
        {!isStory && " Story removed."}
      </p>
      <p className="small">
        <span title={author}>{shortAddress(author)}</span> · <SavedDay savedAt={savedAt} />
      </p>
    </li>
  );
}
