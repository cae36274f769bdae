import "#collection/road.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { startTransition, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { Link, useNavigate } from "react-router-dom";
import { collectionConfig } from "#collection/collection.config.ts";
import type { CollectionConfig } from "#collection/collectionConfig.ts";
import { nouns, tokenTitle } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import type { TokenReference } from "#protocol/wire/responses";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";
import { IsBook } from "../../components/IsBook.ts";
import { narrativeQueryOptions } from "../../narrative/narrativeApi.ts";
import { codeLoader } from "../../page/codeLoader.ts";
import { neighborsQueryOptions } from "../../tokens/neighbors.ts";
import { metadataQueryOptions, portraitPath } from "../metadata.ts";
import { Portrait } from "../Portrait.tsx";
import type { startWalker, Walker } from "./walk.ts";
import "./Road.css";

const { skyTrait }: CollectionConfig = collectionConfig;

/** Returns the token's value of the trait that colors the sky, if the collection has one. */
export function skyOf(metadata: TokenMetadata | undefined): string | undefined {
  if (skyTrait === undefined) return undefined;
  const sky = metadata?.attributes.find(({ trait_type }) => trait_type === skyTrait);
  return sky && String(sky.value);
}

/** Renders the token's sky and the land behind the portrait. */
export function Landscape({ sky }: { sky: string }) {
  return (
    <div className="road" aria-hidden="true">
      <div className="road__sky" data-sky={sky} />
      <div className="road__far" />
      <div className="road__near" />
    </div>
  );
}

/** Renders links to the previous and the next token, small portraits at both sides of the large one. */
export function RoadSteps({ drifterId }: { drifterId: string }) {
  const { data: { previous, next } = {} } = useQuery(neighborsQueryOptions(drifterId));
  // A book's pages do not know the neighbors.
  if (useContext(IsBook)) return null;
  return (
    <nav className="road-steps" aria-label={`Neighboring ${nouns}`}>
      {previous && <Step token={previous} rel="prev" label="Previous" />}
      {next && <Step token={next} rel="next" label="Next" />}
    </nav>
  );
}

interface StepProps {
  token: TokenReference;
  rel: "prev" | "next";
  label: string;
}

function Step({ token: { drifterId, name }, rel, label }: StepProps) {
  return (
    <Link to={tokenPagePath(drifterId)} rel={rel}>
      <Portrait key={drifterId} drifterId={drifterId} alt="" sizes="3rem" />
      <span className="road-steps__label">
        <span className="sign">{label}</span> <bdi>{name ?? tokenTitle(drifterId)}</bdi>
      </span>
    </Link>
  );
}

/** Fetched once the page is interactive. */
const walking = codeLoader(() => import("./walk.ts"));

/** Lets readers walk to the neighbors: by the arrow keys, by swiping, and by the links to them. */
export function useRoad(drifterId: string): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: metadata } = useQuery(metadataQueryOptions(drifterId));
  const { data: { previous, next } = {} } = useQuery({
    ...neighborsQueryOptions(drifterId),
    enabled: metadata !== undefined,
  });
  const walker = useRef<Walker>(undefined);
  const stop = {
    drifterId,
    previous: previous?.drifterId,
    next: next?.drifterId,
    sky: skyOf(metadata),
  };
  const latest = useRef({ stop, navigate });

  // In every commit, before the browser paints it.
  useLayoutEffect(() => {
    latest.current = { stop, navigate };
    walker.current?.arrive(stop);
  });

  useEffect(() => {
    let isGone = false;
    const onLoaded = (code: { startWalker: typeof startWalker }) => {
      if (isGone) return;
      walker.current = code.startWalker(latest.current.stop, {
        fetchStop: (id) => fetchStop(id),
        go: (id, state) =>
          // Rendered in slices, so that the movement stays smooth.
          startTransition(() => void latest.current.navigate(tokenPagePath(id), { state })),
      });
    };
    async function fetchStop(id: string): Promise<string | undefined> {
      new Image().src = portraitPath(id);
      const metadata = client.ensureQueryData(metadataQueryOptions(id));
      await Promise.allSettled([
        metadata,
        client.ensureQueryData(narrativeQueryOptions(id)),
        client.ensureQueryData(neighborsQueryOptions(id)),
      ]);
      return skyOf(await metadata.catch(() => undefined));
    }
    // Without the code, the links still work.
    walking.preload().then(onLoaded, () => undefined);
    return () => {
      isGone = true;
      walker.current?.stop();
      walker.current = undefined;
    };
  }, [client]);
}
