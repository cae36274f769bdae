import { mapInOrder } from "#protocol/values/mapInOrder";
import {
  type BookPage,
  bookPagePath,
  bookPartPath,
  bookRevisionsFile,
  bookVersionPath,
} from "#protocol/wire/bookMarkup";
import {
  type SearchedStory,
  searchedWords,
  searchFile,
  searchScript,
} from "#protocol/wire/bookSearch";
import { collectionMetadata } from "#protocol/wire/collectionMetadata";
import { ownerPagePath, pages, tokenPagePath } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import type { StoryPageItem } from "#protocol/wire/responses";
import { maxEntries } from "../feeds/feed.ts";
import { storySummary } from "../feeds/feeds.ts";
import { computeHead, createCheckpoint } from "../narratives/checkpoint.ts";
import { readingMinutes, splitTitle, toPlainText } from "../narratives/text.ts";
import { createBeginning } from "../search/excerpt.ts";
import type { Settings } from "../settings/settings.ts";
import { formatBookFeed, pageFile, relativeLinks } from "./bookLinks.ts";
import type { BookRenderer } from "./bookRenderer.ts";
import { type BookToken, byLatestSave, earlierStories, hasStory } from "./bookToken.ts";
import {
  type BookFile,
  buildFiles,
  readTokenFiles,
  type SiteFiles,
  type TokenFiles,
} from "./siteFiles.ts";

/** What a book is built from. */
export interface BookSource {
  tokens: readonly BookToken[];
  /** Site files to copy; if absent, the book has no metadata and no portraits. */
  site: SiteFiles | undefined;
  renderer: BookRenderer;
  settings: Pick<Settings, "chainId" | "contract" | "webDir" | "publicUrl">;
}

const storiesPerPart = 50;
/** Maximum number of tokens to read and render concurrently. */
const concurrencyLimit = 32;

/** A list entry for a story; the summary is empty unless the feed contains the story. */
type ListedStory = StoryPageItem & { summary: string };

/** Yields a book's files, except the archive of signed revisions. */
export async function* bookFiles({
  tokens,
  site,
  renderer,
  settings,
}: BookSource): AsyncGenerator<BookFile> {
  const paths = new Set([bookRevisionsFile, ...plannedFiles(tokens)]);
  const copy = (file: BookFile) => {
    paths.add(file.path);
    return file;
  };
  const render = async (page: BookPage): Promise<BookFile> => {
    const path = pageFile(bookPagePath(page));
    return {
      path,
      content: relativeLinks(await renderer.render(page), path, (file) => paths.has(file)),
    };
  };

  for await (const file of buildFiles(settings.webDir, renderer.files)) yield copy(file);

  if (site) {
    const content = JSON.stringify(collectionMetadata(settings.publicUrl));
    yield copy({ path: apiPaths.collectionMetadata.slice(1), content });
  }

  const stories: ListedStory[] = [];
  const searched: SearchedStory[] = [];
  const read = mapInOrder(tokens.toSorted(byLatestSave), concurrencyLimit, async (token) => {
    const copied = site ? await readTokenFiles(token.drifterId, site) : noFiles;
    copied.files.forEach(copy);
    return { token, copied, pages: await Promise.all(tokenPages(token, copied).map(render)) };
  });
  for await (const { token, copied, pages } of read) {
    yield* copied.files;
    yield* pages;
    if (!hasStory(token)) continue;
    stories.push(listStory(token, copied, stories.length < maxEntries));
    searched.push(searchEntry(token, copied));
  }
  yield { path: searchFile, content: searchScript(searched) };

  const byAuthor = Map.groupBy(stories, ({ author }) => author);
  for (const owner of new Set(tokens.flatMap(authors))) {
    yield await render({ kind: "owner", owner, stories: byAuthor.get(owner) ?? [] });
  }
  for (const page of listPages(stories)) yield await render(page);
  const removed = tokens.filter((token) => !hasStory(token)).map(({ drifterId }) => drifterId);
  yield await render({ kind: "about", checkpoint: bookCheckpoint(tokens), removed });
  yield { path: feedFile, content: formatBookFeed(stories, settings) };
}

/** Returns the checkpoint for a book's signed revisions. */
export function bookCheckpoint(tokens: readonly BookToken[]) {
  const heads = tokens.flatMap(({ revisions }) => computeHead(revisions) ?? []);
  return createCheckpoint(
    heads,
    tokens.flatMap(({ versions }) => versions.map(({ savedAt }) => savedAt)),
  );
}

const feedFile = "feed.atom";
const noFiles: TokenFiles = { metadata: undefined, hasPortrait: false, files: [] };

/** Returns the paths of files to render, because pages link to files that do not exist yet. */
function plannedFiles(tokens: readonly BookToken[]): string[] {
  const paths: string[] = [pages.home.path, pages.about.path];
  for (const token of tokens) {
    paths.push(tokenPagePath(token.drifterId), ...authors(token).map(ownerPagePath));
    for (const { revision } of earlierStories(token)) {
      paths.push(bookVersionPath(token.drifterId, revision));
    }
  }
  const parts = countParts(tokens.filter(hasStory).length);
  for (let part = 2; part <= parts; part += 1) paths.push(bookPartPath(part));
  return [feedFile, ...paths.map(pageFile)];
}

function authors({ versions }: BookToken) {
  return versions.map(({ author }) => author);
}

/** Returns a page for the latest version, and one page per earlier story. */
function tokenPages(token: BookToken, { metadata }: TokenFiles): BookPage[] {
  const { drifterId, revisions, versions } = token;
  const narratives = new Map(revisions.map(({ revision, narrative }) => [revision, narrative]));
  const page = (revision: number) => {
    return { drifterId, metadata, versions, narrative: narratives.get(revision) ?? "" };
  };
  const earlier = earlierStories(token).map(({ revision }): BookPage => {
    return { kind: "version", revision, ...page(revision) };
  });
  return [{ kind: "token", ...page(versions[0].revision) }, ...earlier];
}

function listStory(token: BookToken, { metadata }: TokenFiles, isInFeed: boolean): ListedStory {
  const { drifterId, versions } = token;
  const [{ author, savedAt, revision }] = versions;
  const narrative = latestNarrative(token);
  const name = metadata && { name: metadata.name };
  const { title, text } = splitTitle(narrative);
  const summary = isInFeed ? storySummary(narrative) : "";
  return {
    drifterId,
    ...name,
    author,
    savedAt,
    revision,
    ...(title && { title }),
    excerpt: createBeginning(text),
    readingMinutes: readingMinutes(text),
    summary,
  };
}

/** Indexes each story by its text and its token's number, name and traits. */
function searchEntry(token: BookToken, { metadata, hasPortrait }: TokenFiles): SearchedStory {
  const { drifterId } = token;
  const name = metadata?.name ?? "";
  const traits = metadata?.attributes.map(({ value }) => String(value)) ?? [];
  const searchable = [toPlainText(latestNarrative(token)), drifterId, name, ...traits].join(" ");
  return [drifterId, name, hasPortrait ? 1 : 0, searchedWords(searchable)];
}

function latestNarrative({ revisions }: BookToken): string {
  return revisions.at(-1)?.narrative ?? "";
}

function* listPages(stories: readonly ListedStory[]): Generator<BookPage> {
  const parts = countParts(stories.length);
  for (let part = 1; part <= parts; part += 1) {
    const shown = stories.slice((part - 1) * storiesPerPart, part * storiesPerPart);
    yield { kind: "stories", part, parts, total: stories.length, stories: shown };
  }
}

/** Returns the number of list pages: at least one, even without stories. */
function countParts(stories: number): number {
  return Math.max(1, Math.ceil(stories / storiesPerPart));
}
