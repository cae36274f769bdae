import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { Link } from "react-router-dom";
import { isDrifterId } from "#protocol/values/drifterId";
import { noun, nouns, tokenTitle } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";
import { formatTrait } from "#protocol/wire/trait";
import { Button } from "../components/Button.tsx";
import { Person } from "../components/Person.tsx";
import { narrativeQueryOptions } from "../narrative/narrativeApi.ts";
import { parseUrl } from "../page/parseUrl.ts";
import { useDocumentTitle } from "../page/usePage.ts";
import { neighborsQueryOptions } from "../tokens/neighbors.ts";
import { writeHash } from "../tokens/tokenLinks.ts";
import { WalletContext } from "../wallet/useWallet.ts";
import {
  isLoadFailure,
  metadataQueryOptions,
  portraitPath,
  useAwaitedMetadata,
} from "./metadata.ts";
import { Portrait } from "./Portrait.tsx";
import { Landscape, RoadSteps, skyOf } from "./road/Road.tsx";
import "./TokenCard.css";

export function TokenCard({ drifterId }: { drifterId: string }) {
  const metadata = useQuery(metadataQueryOptions(drifterId));
  // A refetch after a failure keeps the “not found” card.
  if (metadata.isPending && metadata.errorUpdateCount === 0) return <CardSkeleton />;
  if (!metadata.isSuccess) {
    const isUnreachable = isDrifterId(drifterId) && isLoadFailure(metadata.error);
    return (
      <NotFound drifterId={drifterId}>
        {isUnreachable ? (
          <p role="alert">
            This {noun} can't be loaded right now.{" "}
            <Button onClick={() => void metadata.refetch()}>Try again</Button>
          </p>
        ) : (
          <MissingReason drifterId={drifterId} />
        )}
      </NotFound>
    );
  }
  return <Card drifterId={drifterId} metadata={metadata.data} />;
}

function Card({ drifterId, metadata }: { drifterId: string; metadata: TokenMetadata }) {
  const { name, attributes, description } = metadata;
  const image = fullSizeUrl(drifterId, metadata.image);
  useDocumentTitle(name);
  const { data: { traits } = {} } = useQuery(neighborsQueryOptions(drifterId));
  const glow = portraitPath(drifterId);
  const sky = skyOf(metadata);
  const portrait = <Portrait key={drifterId} drifterId={drifterId} alt={name} />;
  return (
    <article className="card">
      <div className="card__frame">
        {sky !== undefined && <Landscape sky={sky} />}
        {image ? (
          <a href={image} target="_blank" rel="noopener" title="Open the full-size portrait">
            {portrait}
          </a>
        ) : (
          portrait
        )}
        {sky === undefined && <img key={glow} className="card__glow" src={glow} alt="" />}
        <RoadSteps drifterId={drifterId} />
      </div>
      <div className="card__text">
        <p className="card__number sign">{tokenTitle(drifterId)}</p>
        <h1 className="card__name" dir="auto">
          {name}
        </h1>
        <OwnerLine drifterId={drifterId} />
        {description && (
          <p className="card__description" dir="auto">
            {description}
          </p>
        )}
        <ul className="card__traits" aria-label="Traits">
          {attributes.map(({ trait_type, value }, index) => {
            const trait = formatTrait({ type: trait_type, value: String(value) });
            return (
              // Traits have no unique key: two may be equal.
              // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes.
              <li key={index}>
                <bdi className="card__trait-type">{trait_type}</bdi>{" "}
                <span className="card__separator">{"//"}</span>{" "}
                <span
                  className="card__trait-value"
                  dir="auto"
                  data-count={traits?.find((each) => each.trait === trait)?.count}
                >
                  <Link to={`${pages.gallery.path}?${new URLSearchParams({ trait })}`}>
                    {String(value)}
                  </Link>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </article>
  );
}

/**
 * Renders the token's owner, and a link to the story; without one, a link that opens the editor for its owner, or
 * "No story yet" for everybody else. Empty until both are known.
 */
function OwnerLine({ drifterId }: { drifterId: string }) {
  const { data: { owner, names } = {} } = useQuery(neighborsQueryOptions(drifterId));
  const { data: story } = useQuery(narrativeQueryOptions(drifterId));
  // A book has no wallet.
  const isOwner = useContext(WalletContext)?.address === owner;
  if (!owner || !story) return <p className="card__owner small">&nbsp;</p>;
  return (
    <p className="card__owner small">
      Owned by <Person address={owner} name={names?.[owner]} />
      {story.narrative === null && !isOwner ? (
        ". No story yet."
      ) : (
        <>
          {" · "}
          {story.narrative === null ? (
            <Link to={writeHash}>Write the story</Link>
          ) : (
            <a href="#story">Read the story</a>
          )}
        </>
      )}
    </p>
  );
}

function MissingReason({ drifterId }: { drifterId: string }) {
  // A space reserves the line.
  const found = useAwaitedMetadata(drifterId) ?? "\u00a0";
  return (
    <p role="status">{isDrifterId(drifterId) ? found : "IDs are whole numbers, starting at 1."}</p>
  );
}

function NotFound({ drifterId, children }: { drifterId: string; children: ReactNode }) {
  useDocumentTitle(`${tokenTitle(drifterId)} not found`);
  return (
    <article className="card card--missing">
      <div className="card__frame" aria-hidden="true">
        <span className="portrait" data-missing="true" />
      </div>
      <div className="card__text">
        <h1 className="card__name">{tokenTitle(drifterId)} not found.</h1>
        {children}
        <p>
          <Link to={pages.gallery.path}>See all {nouns}</Link> or read the{" "}
          <Link to={pages.stories.path}>stories</Link>.
        </p>
      </div>
    </article>
  );
}

function CardSkeleton() {
  return (
    <div className="card" aria-busy="true">
      <div className="card__frame">
        <span className="portrait skeleton" />
        <div className="road-steps" />
      </div>
      <div className="card__text">
        <span className="card__name skeleton">&nbsp;</span>
        <span className="card__traits skeleton" />
        <span className="visually-hidden">Loading the {noun}…</span>
      </div>
    </div>
  );
}

/**
 * Returns the full-size portrait's URL, possibly relative: the metadata's URL, or the service's if
 * the image is on IPFS.
 */
function fullSizeUrl(drifterId: string, image = ""): string | undefined {
  if (image.startsWith("ipfs://")) return tokenPath(apiPaths.fullPortrait, drifterId);
  const url = parseUrl(image, placeholderOrigin);
  return image !== "" && url && /^https?:$/.test(url.protocol) ? image : undefined;
}

/** Placeholder origin for relative URLs: the server's renderer does not know the site's origin. */
const placeholderOrigin = "https://site.invalid";
