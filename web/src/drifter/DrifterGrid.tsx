import { type KeyboardEvent, useRef } from "react";
import { Link } from "react-router-dom";
import type { DrifterReference } from "#protocol/catalogue";
import { drifterPath } from "./cleanDrifterId.ts";
import { Portrait } from "./Portrait.tsx";
import "./DrifterGrid.css";

type GridDrifter = DrifterReference & { hasStory?: boolean };

interface DrifterGridProps {
  /** Accessible name of the list. */
  label: string;
  drifters: readonly GridDrifter[];
}

/** Portraits with links to the drifters, in two to six columns. Arrow keys move between the links. */
export function DrifterGrid({ label, drifters }: DrifterGridProps) {
  const grid = useRef<HTMLElement>(null);

  function move(event: KeyboardEvent) {
    const links = [...(grid.current?.querySelectorAll("a") ?? [])];
    if (moveInGrid(event, links)) event.preventDefault();
  }

  return (
    <section ref={grid} className="drifter-grid" aria-label={label} onKeyDown={move}>
      <ul>
        {drifters.map((drifter, place) => (
          <li key={drifter.drifterId} data-place={place}>
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
      <span className="drifter-grid__caption">
        <span className="drifter-grid__id">
          <span className="visually-hidden">Drifter </span>
          {drifterId}
        </span>
        {name && <bdi className="drifter-grid__name">{name}</bdi>}
      </span>
      {hasStory && <span className="drifter-grid__story">Story</span>}
    </Link>
  );
}

type Key = Pick<globalThis.KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/**
 * Moves the focus from one link of a grid to another, as an arrow key says.
 *
 * @param links the grid's links, row by row.
 * @returns whether the key moved the focus; then the page must not scroll.
 */
function moveInGrid(key: Key, links: readonly HTMLElement[]): boolean {
  const from = links.findIndex((link) => link.matches(":focus"));
  if (from < 0 || key.altKey || key.ctrlKey || key.metaKey || key.shiftKey) return false;
  const to = targetOf(key.key, from, links.length, () => columnsOf(links));
  if (to === undefined) return false;
  links[to]?.focus();
  return true;
}

/** The first row determines the number of columns; its items have the same top. */
function columnsOf(links: readonly HTMLElement[]): number {
  const top = (link: HTMLElement | undefined) => link?.getBoundingClientRect().top ?? 0;
  const first = top(links[0]);
  const columns = links.findIndex((link) => top(link) > first + 1);
  return columns < 0 ? links.length : columns;
}

function targetOf(key: string, from: number, length: number, columns: () => number) {
  const targets: Record<string, () => number> = {
    ArrowLeft: () => from - 1,
    ArrowRight: () => from + 1,
    ArrowUp: () => from - columns(),
    ArrowDown: () => from + columns(),
  };
  const to = Object.hasOwn(targets, key) ? targets[key]?.() : undefined;
  return to !== undefined && to >= 0 && to < length && to !== from ? to : undefined;
}
