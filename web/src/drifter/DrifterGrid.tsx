import { type KeyboardEvent, memo, useRef } from "react";
import { Link } from "react-router-dom";
import type { DrifterReference } from "#protocol/catalogue";
import { accessibleName } from "./accessibleName.ts";
import { drifterPath } from "./cleanDrifterId.ts";
import { moveInGrid } from "./moveInGrid.ts";
import { Portrait } from "./Portrait.tsx";
import "./DrifterGrid.css";

type GridDrifter = DrifterReference & { hasStory?: boolean };

interface DrifterGridProps {
  /** Accessible name of the list. */
  label: string;
  drifters: readonly GridDrifter[];
}

/** Items that are laid out together: whole rows with 2 to 6 columns. */
const batchLength = 60;

/**
 * Portraits with links to the drifters, in two to six columns. Arrow keys move between the links. Browsers skip
 * the layout of batches far from the viewport, so that ten thousand scroll smoothly.
 */
export function DrifterGrid({ label, drifters }: DrifterGridProps) {
  const grid = useRef<HTMLElement>(null);
  const starts = Array.from(
    { length: Math.ceil(drifters.length / batchLength) },
    (_, index) => index * batchLength,
  );

  function move(event: KeyboardEvent) {
    const links = [...(grid.current?.querySelectorAll("a") ?? [])];
    if (moveInGrid(event, links)) event.preventDefault();
  }

  return (
    <section ref={grid} className="drifter-grid" aria-label={label} onKeyDown={move}>
      {starts.map((start) => (
        <Batch
          key={start}
          drifters={drifters}
          start={start}
          end={Math.min(start + batchLength, drifters.length)}
        />
      ))}
    </section>
  );
}

interface BatchProps {
  drifters: readonly GridDrifter[];
  start: number;
  end: number;
}

/** A batch does not change while drifters are appended after it. */
function isSameBatch(before: BatchProps, after: BatchProps): boolean {
  if (before.start !== after.start || before.end !== after.end) return false;
  for (let index = after.start; index < after.end; index++) {
    if (before.drifters[index] !== after.drifters[index]) return false;
  }
  return true;
}

const Batch = memo(function Batch({ drifters, start, end }: BatchProps) {
  const isWhole = end - start === batchLength;
  return (
    <ul className={isWhole ? "drifter-grid__batch" : undefined}>
      {drifters.slice(start, end).map((drifter) => (
        <li key={drifter.drifterId}>
          <GridLink {...drifter} />
        </li>
      ))}
    </ul>
  );
}, isSameBatch);

/** Rendered width of a portrait, as in DrifterGrid.css. */
const sizes = "(min-width: 78rem) 12rem, (min-width: 48rem) 20vw, (min-width: 32rem) 30vw, 45vw";

function GridLink({ drifterId, name, hasStory = false }: GridDrifter) {
  const label = accessibleName(drifterId, name);
  return (
    <Link to={drifterPath(drifterId)} aria-label={hasStory ? `${label}, has a story` : label}>
      <Portrait drifterId={drifterId} alt="" loading="lazy" sizes={sizes} />
      {hasStory && <span className="drifter-grid__story">Story</span>}
      <span className="drifter-grid__caption">
        <span className="drifter-grid__id">{drifterId}</span>
        {name && <span className="drifter-grid__name">{name}</span>}
      </span>
    </Link>
  );
}
