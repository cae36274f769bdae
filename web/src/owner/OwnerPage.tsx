import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router-dom";
import { Noun, Nouns, noun, nouns } from "#protocol/values/noun";
import { pages, tokenPagePath } from "#protocol/wire/pages";
import type { OwnerPageResponse } from "#protocol/wire/responses";
import { shortAddress } from "../chain/shortAddress.ts";
import { Address } from "../components/Address.tsx";
import { EmptyState, LoadFailure } from "../components/Notice.tsx";
import { PageMessage } from "../components/PageMessage.tsx";
import { SavedDay } from "../components/SavedDay.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import { ServiceError } from "../service/readJson.ts";
import { TokenGrid } from "../token/TokenGrid.tsx";
import { isAddressLike, ownerQueryOptions } from "../tokens/ownerQuery.ts";
import "./OwnerPage.css";

/** A wallet's tokens and the stories that it wrote. */
export default function OwnerPage() {
  const { address = "" } = useParams();
  return isAddressLike(address) ? <Wallet address={address} /> : <NoAddress />;
}

function Wallet({ address }: { address: string }) {
  useDocumentTitle(`${Nouns} of ${shortAddress(address)}`);
  const { data, error, refetch } = useQuery(ownerQueryOptions(address));
  if (error instanceof ServiceError && error.status === 400) return <NoAddress />;
  return (
    <div className="owner stack stack--page">
      <header>
        <h1>
          {Nouns} of {shortAddress(address)}
        </h1>
        {/* The service's has the checksum. */}
        <Address address={data?.owner ?? address} />
      </header>
      {data ? (
        <Holdings {...data} />
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
        The address of a wallet is 0x and 40 hexadecimal digits, in lower case or with a valid
        checksum.
      </p>
      <p>
        <Link to={pages.gallery.path}>Show all {nouns}</Link>
      </p>
    </PageMessage>
  );
}

function Holdings({ tokens, stories, blockNumber }: OwnerPageResponse) {
  return (
    <>
      <section className="stack" aria-labelledby="owned">
        <h2 id="owned">
          Owns {tokens.length.toLocaleString("en")} {tokens.length === 1 ? noun : nouns}
        </h2>
        <p className="eyebrow">As of block {blockNumber.toLocaleString("en")}</p>
        {tokens.length > 0 && <TokenGrid tokens={tokens} />}
      </section>
      <section className="stack" aria-labelledby="written">
        <h2 id="written">Stories</h2>
        {stories.length === 0 ? (
          <EmptyState>No story on this site was written by this wallet.</EmptyState>
        ) : (
          <ul className="owner__stories facts">
            {stories.map(({ drifterId, name, savedAt }) => (
              <li key={drifterId}>
                <Link to={tokenPagePath(drifterId)}>
                  {Noun} {drifterId}
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
      </section>
    </>
  );
}
