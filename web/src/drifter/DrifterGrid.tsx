import { Link } from "react-router-dom";
import type { DrifterReference } from "#protocol/responses";
import { drifterPath } from "./drifterLinks.ts";
import { Portrait } from "./Portrait.tsx";
import "./DrifterGrid.css";
import { Noun } from "#protocol/noun";

type GridDrifter = DrifterReference & { hasStory?: boolean };

interface DrifterGridProps {
  /** Accessible name of the list. */
  label: string;
  drifters: readonly GridDrifter[];
}

/** Portraits with links to the drifters, in two to six columns. */
export function DrifterGrid({ label, drifters }: DrifterGridProps) {
  return (
    <section className="token-grid" aria-label={label}>
      <ul>
        {drifters.map((drifter, index) => (
          <li key={drifter.drifterId} data-index={index}>
            <GridLink {...drifter} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rendered width of a portrait, as in DrifterGrid.css. */
const sizes = "(min-width: 78rem) 12rem, (min-width: 48rem) 20vw, (min-width: 32rem) 30vw, 45vw";

function GridLink({ drifterId, name, hasStory = false }: GridDrifter) {
  return (
    <Link to={drifterPath(drifterId)}>
      <Portrait drifterId={drifterId} alt="" loading="lazy" sizes={sizes} />
      <span className="token-grid__caption">
        <span className="token-grid__id">
          <span className="visually-hidden">{Noun} </span>
          {drifterId}
        </span>
        {name && <bdi className="token-grid__name">{name}</bdi>}
      </span>
      {hasStory && <span className="token-grid__story">Story</span>}
    </Link>
  );
}
