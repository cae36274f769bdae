import { useQuery } from "@tanstack/react-query";
import type { DrifterMetadata } from "#protocol/drifterMetadata";
import { apiPaths, drifterPath } from "#protocol/paths";
import { useDocumentTitle } from "../page/usePage.ts";
import { metadataQueryOptions, portraitPath, useAwaitedMetadata } from "./metadata.ts";
import { Portrait } from "./Portrait.tsx";
import "./DrifterCard.css";
import { Noun, noun } from "#protocol/noun";

export function DrifterCard({ drifterId }: { drifterId: string }) {
  const metadata = useQuery(metadataQueryOptions(drifterId));
  // A refetch after a failure keeps the “not found” card.
  if (metadata.isPending && metadata.errorUpdateCount === 0) return <CardSkeleton />;
  if (!metadata.isSuccess) return <NotFound drifterId={drifterId} />;
  return <Card drifterId={drifterId} metadata={metadata.data} />;
}

function Card({ drifterId, metadata }: { drifterId: string; metadata: DrifterMetadata }) {
  const { name, attributes } = metadata;
  const image = fullSizeUrl(drifterId, metadata.image);
  useDocumentTitle(name);
  const portrait = <Portrait key={drifterId} drifterId={drifterId} alt={name} />;
  return (
    <article className="card">
      <div className="card__frame">
        {image ? (
          <a href={image} target="_blank" rel="noopener" title="Open the full-size portrait">
            {portrait}
          </a>
        ) : (
          portrait
        )}
        <img key={drifterId} className="card__glow" src={portraitPath(drifterId)} alt="" />
      </div>
      <div className="card__text">
        <h1 className="card__name" dir="auto">
          {name}
        </h1>
        <ul className="card__traits" aria-label="Traits">
          {attributes.map(({ trait_type, value }, index) => (
            // Traits have no unique key: two may be equal.
            // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes.
            <li key={index}>
              <bdi className="card__trait-type">{trait_type}</bdi>{" "}
              <span className="card__separator">{"//"}</span>{" "}
              <bdi className="card__trait-value">{String(value)}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}

function NotFound({ drifterId }: { drifterId: string }) {
  useDocumentTitle(`${Noun} #${drifterId} not found`);
  const isMinted = useAwaitedMetadata(drifterId);
  return (
    <article className="card card--missing">
      <div className="card__frame" aria-hidden="true">
        <span className="portrait" data-missing="true" />
      </div>
      <div className="card__text">
        <h1 className="card__name">
          {Noun} #{drifterId} not found.
        </h1>
        <p role="status">{isMinted === undefined ? "\u00a0" : whyMissing(drifterId, isMinted)}</p>
      </div>
    </article>
  );
}

function whyMissing(drifterId: string, isMinted: boolean): string {
  return isMinted
    ? `${Noun} ${drifterId} is minted. Its portrait is being prepared…`
    : "Not minted yet.";
}

function CardSkeleton() {
  return (
    <div className="card" aria-busy="true">
      <div className="card__frame">
        <span className="portrait skeleton" />
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
 * Returns the URL of the full-size portrait, which may be relative: the metadata's, if browsers can open it; the
 * service's, if it is on IPFS.
 */
function fullSizeUrl(drifterId: string, image = ""): string | undefined {
  if (image.startsWith("ipfs://")) return drifterPath(apiPaths.fullPortrait, drifterId);
  const url = URL.parse(image, anySite);
  return image !== "" && url && /^https?:$/.test(url.protocol) ? image : undefined;
}

/** The site of relative URLs, which is unknown where the server renders. */
const anySite = "https://site.invalid";
