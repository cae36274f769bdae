import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { Nouns, noun, nouns } from "#protocol/values/noun";
import type { TokenFilters } from "#protocol/wire/catalogue";
import { pages } from "#protocol/wire/pages";
import { ParameterError } from "#protocol/wire/parameters";
import { EmptyState, LoadFailure, Notice } from "../components/Notice.tsx";
import { formNavigation } from "../components/SearchField.tsx";
import { ShowMore } from "../components/ShowMore.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import { voice } from "../page/voice.ts";
import { ServiceError } from "../service/readJson.ts";
import { TokenGrid } from "../token/TokenGrid.tsx";
import { activeFilters, FilterLinks } from "./FilterLinks.tsx";
import { GalleryForm } from "./GalleryForm.tsx";
import {
  formatCount,
  type GalleryLocation,
  galleryPath,
  galleryQueryOptions,
  parseGalleryLocation,
} from "./galleryQuery.ts";
import "./GalleryPage.css";

/** Renders all minted tokens, with search and filters; the URL stores the complete state. */
export default function GalleryPage() {
  useDocumentTitle(pages.gallery.title);
  const [search] = useSearchParams();
  const location = readLocation(search);
  return (
    <div className="gallery stack stack--loose">
      <h1>{Nouns}</h1>
      {location instanceof ParameterError ? (
        <Notice tone="alert" role="none">
          {location.message} <Link to={pages.gallery.path}>Show all {nouns}</Link>
        </Notice>
      ) : (
        <Gallery {...location} />
      )}
    </div>
  );
}

function readLocation(search: URLSearchParams): GalleryLocation | ParameterError {
  try {
    return parseGalleryLocation(search);
  } catch (error) {
    if (error instanceof ParameterError) return error;
    throw error;
  }
}

function Gallery({ filters, cursor }: GalleryLocation) {
  const navigate = useNavigate();
  const count = useRef<HTMLHeadingElement>(null);
  const location = { filters, ...(cursor && { cursor }) };
  const gallery = useInfiniteQuery({
    ...galleryQueryOptions(location),
    placeholderData: keepPreviousData,
  });
  const pages = gallery.data?.pages ?? [];
  const [first] = pages;
  const last = pages.at(-1);
  const tokens = pages.flatMap((page) => page.tokens);
  const results = useRef<HTMLDivElement>(null);

  const choose = (chosen: TokenFilters, continuesSearch = false) =>
    void navigate(galleryPath(chosen), { replace: continuesSearch, state: formNavigation });
  const hasFailed = gallery.isError && !gallery.isFetchNextPageError;
  const focusCount = () => count.current?.focus({ preventScroll: true });

  return (
    <>
      <GalleryForm
        filters={filters}
        facets={first?.facets}
        total={first?.total}
        onChoose={choose}
      />
      <FilterLinks filters={filters} onRemove={focusCount} />
      <h2 ref={count} className="gallery__count" tabIndex={-1} hidden={hasFailed}>
        <span role="status">{first ? formatCount(first.total) : `Loading the ${nouns}…`}</span>
      </h2>
      {hasFailed ? (
        <GalleryFailure error={gallery.error} onRetry={() => void gallery.refetch()} />
      ) : (
        <div ref={results} className="gallery__results" aria-busy={gallery.isPlaceholderData}>
          {cursor && first && first.total > 0 && (
            <Link to={galleryPath(filters)}>Back to the first {nouns}</Link>
          )}
          {first?.total === 0 ? (
            <EmptyGallery isFiltered={activeFilters(filters).length > 0} />
          ) : first ? (
            <TokenGrid tokens={tokens} />
          ) : (
            <GridSkeleton />
          )}
          <ShowMore
            key={galleryPath(filters)}
            href={last?.next && galleryPath(filters, last.next)}
            list={results}
            length={tokens.length}
            pages={gallery}
          />
        </div>
      )}
    </>
  );
}

interface GalleryFailureProps {
  error: Error;
  onRetry: () => void;
}

/** Explains why no tokens are shown, and what to do. */
function GalleryFailure({ error, onRetry }: GalleryFailureProps) {
  if (error instanceof ServiceError && error.is("request.invalid_parameter")) {
    return (
      <Notice tone="alert">
        This collection doesn't have one of these phases or traits.{" "}
        <Link to={pages.gallery.path}>Show all {nouns}</Link>
      </Notice>
    );
  }
  return <LoadFailure onRetry={onRetry}>The {nouns} failed to load.</LoadFailure>;
}

function EmptyGallery({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <p>No {noun} matches all of these filters. Remove one of them.</p>
  ) : (
    <EmptyState>{voice.noTokens}</EmptyState>
  );
}

/** Renders a placeholder for the first rows while the tokens load. */
function GridSkeleton() {
  return (
    <div className="token-grid" aria-busy="true">
      <ul aria-hidden="true">
        {Array.from({ length: 24 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
          <li key={index}>
            <span className="portrait skeleton" />
          </li>
        ))}
      </ul>
    </div>
  );
}
