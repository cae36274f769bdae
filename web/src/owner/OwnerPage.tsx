import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { Nouns, noun, nouns, tokenTitle } from "#protocol/values/noun";
import {
  authorStoriesPath,
  isNameLike,
  ownerPagePath,
  pages,
  tokenPagePath,
} from "#protocol/wire/pages";
import type { OwnerPageResponse } from "#protocol/wire/responses";
import { Address } from "../components/Address.tsx";
import { EmptyState, LoadFailure } from "../components/Notice.tsx";
import { PageMessage } from "../components/PageMessage.tsx";
import { formatPerson, PersonLabel } from "../components/Person.tsx";
import { SavedDay } from "../components/SavedDay.tsx";
import { ShowMore, type ShowMoreProps } from "../components/ShowMore.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import { ServiceError } from "../service/readJson.ts";
import { TokenGrid } from "../token/TokenGrid.tsx";
import {
  isAddressLike,
  ownerCursorPath,
  ownerPagesQueryOptions,
  parseOwnerCursor,
} from "../tokens/ownerQuery.ts";
import { NamedOwner } from "./NamedOwner.tsx";
import "./OwnerPage.css";

/** Renders a wallet's tokens, and the stories that the wallet wrote. */
export default function OwnerPage() {
  const { address = "" } = useParams();
  if (isNameLike(address)) return <NamedOwner name={address} />;
  return isAddressLike(address) ? <Wallet address={address} /> : <NoAddress />;
}

function Wallet({ address }: { address: string }) {
  const [search] = useSearchParams();
  const cursor = parseOwnerCursor(search);
  const owned = useInfiniteQuery(ownerPagesQueryOptions(address, cursor));
  const { error, refetch } = owned;
  const [first] = owned.data?.pages ?? [];
  useDocumentTitle(`${Nouns} of ${formatPerson(address, first?.ownerName)}`);
  if (error instanceof ServiceError && error.status === 400) return <NoAddress />;
  return (
    <div className="owner stack stack--page">
      <header>
        <h1>
          {Nouns} of <PersonLabel address={address} name={first?.ownerName} />
        </h1>
        {/* The service returns the address with its checksum. */}
        <Address address={first?.owner ?? address} />
      </header>
      {first ? (
        <>
          <Holdings key={cursor} first={first} cursor={cursor} owned={owned} />
          <Stories {...first} />
        </>
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          This wallet's {nouns} failed to load.
        </LoadFailure>
      ) : (
        <p className="owner__loading soft" role="status">
          Loading…
        </p>
      )}
    </div>
  );
}

function NoAddress() {
  return (
    <PageMessage title="No such wallet">
      <p>
        A wallet address is 0x and 40 hexadecimal digits, in lowercase or with a valid checksum.
      </p>
      <p>
        <Link to={pages.gallery.path}>Show all {nouns}</Link>
      </p>
    </PageMessage>
  );
}

interface HoldingsProps {
  first: OwnerPageResponse;
  /** Cursor of the page, for browsers without scripts; absent for the first page. */
  cursor: string | undefined;
  owned: ShowMoreProps["pages"] & { data?: { pages: readonly OwnerPageResponse[] } | undefined };
}

function Holdings({ first, cursor, owned }: HoldingsProps) {
  const { owner, total, blockNumber } = first;
  const pages = owned.data?.pages ?? [first];
  // A token can appear on two pages if tokens were transferred between the two requests.
  const tokens = new Map(
    pages.flatMap((page) => page.tokens).map((token) => [token.drifterId, token]),
  );
  const next = pages.at(-1)?.next;
  const list = useRef<HTMLElement>(null);
  return (
    <section ref={list} className="stack" aria-labelledby="owned">
      <h2 id="owned">
        Owns {total.toLocaleString("en")} {total === 1 ? noun : nouns}
      </h2>
      <p className="small">As of block {blockNumber.toLocaleString("en")}</p>
      {cursor && <Link to={ownerPagePath(owner)}>Back to the first {nouns}</Link>}
      {tokens.size > 0 && <TokenGrid tokens={[...tokens.values()]} />}
      <ShowMore
        href={next && ownerCursorPath(owner, next)}
        list={list}
        length={tokens.size}
        pages={owned}
      />
    </section>
  );
}

function Stories({ owner, stories, storyTotal }: OwnerPageResponse) {
  return (
    <section className="stack" aria-labelledby="written">
      <h2 id="written">Stories</h2>
      {stories.length === 0 ? (
        <EmptyState>This wallet has written no stories here.</EmptyState>
      ) : (
        <ul className="owner__stories facts">
          {stories.map(({ drifterId, name, savedAt }) => (
            <li key={drifterId}>
              <Link to={tokenPagePath(drifterId)}>
                {tokenTitle(drifterId)}
                {name && (
                  <>
                    , <bdi>{name}</bdi>
                  </>
                )}
              </Link>{" "}
              <SavedDay savedAt={savedAt} />
            </li>
          ))}
        </ul>
      )}
      {storyTotal > stories.length && (
        <Link to={authorStoriesPath(owner)}>All {storyTotal.toLocaleString("en")} stories</Link>
      )}
    </section>
  );
}
