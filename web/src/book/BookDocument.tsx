import { Link } from "react-router-dom";
import type { BookPage } from "#protocol/wire/bookMarkup";
import type { BookFiles } from "#protocol/wire/pageMarkup";
import { pages, productName } from "#protocol/wire/pages";
import { shortAddress } from "../chain/shortAddress.ts";
import { Address } from "../components/Address.tsx";
import { IsBook } from "../components/IsBook.ts";
import { EmptyState } from "../components/Notice.tsx";
import { SiteTitle } from "../site/SiteFrame.tsx";
import { StoryExcerpt } from "../stories/StoryExcerpt.tsx";
import { accessibleName } from "../tokens/tokenLinks.ts";
import { BookAbout } from "./BookAbout.tsx";
import { BookStories } from "./BookStories.tsx";
import { BookToken } from "./BookToken.tsx";

interface BookDocumentProps {
  page: BookPage;
  files: BookFiles;
}

/** Renders a book page: a complete document, readable without JavaScript. */
export function BookDocument({ page, files }: BookDocumentProps) {
  const title = [pageTitle(page), productName].filter(Boolean).join(" · ");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href={`/${files.icon}`} />
        {files.styles.map((file) => (
          <link key={file} rel="stylesheet" href={`/${file}`} />
        ))}
        <link rel="alternate" type="application/atom+xml" title="Stories" href="/feed.atom" />
        {page.kind === "stories" && <script defer src={`/${files.search}`} />}
      </head>
      <body>
        <div id="root">
          <IsBook value={true}>
            <header className="site-header">
              <SiteTitle />
              <nav className="site-header__places sign" aria-label="Book">
                <Link to={pages.home.path}>Stories</Link>
                <Link to={pages.about.path}>About</Link>
              </nav>
            </header>
            <hr className="site-divider" />
            <main>
              <PageBody page={page} />
            </main>
          </IsBook>
        </div>
      </body>
    </html>
  );
}

function PageBody({ page }: { page: BookPage }) {
  switch (page.kind) {
    case "stories":
      return <BookStories {...page} />;
    case "token":
    case "version":
      return <BookToken page={page} />;
    case "owner":
      return <BookOwner {...page} />;
    case "about":
      return <BookAbout {...page} />;
  }
}

function pageTitle(page: BookPage): string | undefined {
  switch (page.kind) {
    case "stories":
      return page.part === 1 ? undefined : `Stories, part ${page.part}`;
    case "token":
      return accessibleName(page.drifterId, page.metadata?.name);
    case "version":
      return `${accessibleName(page.drifterId, page.metadata?.name)}, revision ${page.revision}`;
    case "owner":
      return `Stories by ${shortAddress(page.owner)}`;
    case "about":
      return "About this book";
  }
}

/** Renders the current stories that a wallet signed as the owner of their tokens. */
function BookOwner({ owner, stories }: Extract<BookPage, { kind: "owner" }>) {
  return (
    <div className="owner stack stack--page">
      <header>
        <h1>Stories by {shortAddress(owner)}</h1>
        <Address address={owner} />
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
