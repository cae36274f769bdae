import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from "react";
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

/** Items that are laid out together: whole rows with 2 to 6 columns. */
const batchLength = 60;

/**
 * Portraits with links to the drifters, in two to six columns. Arrow keys move between the links. Only
 * batches near the viewport have items, so that ten thousand scroll smoothly.
 */
export function DrifterGrid({ label, drifters }: DrifterGridProps) {
  const grid = useRef<HTMLElement>(null);
  // Batches that are appended later are appended near the reader.
  const [lengthAtFirst] = useState(drifters.length);
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
          isNearAtFirst={start === 0 || start >= lengthAtFirst}
        />
      ))}
    </section>
  );
}

interface BatchProps {
  drifters: readonly GridDrifter[];
  start: number;
  end: number;
  isNearAtFirst: boolean;
}

/** A batch does not change while drifters are appended after it. */
function isSameBatch(before: BatchProps, after: BatchProps): boolean {
  if (before.start !== after.start || before.end !== after.end) return false;
  for (let index = after.start; index < after.end; index++) {
    if (before.drifters[index] !== after.drifters[index]) return false;
  }
  return true;
}

const Batch = memo(function Batch({ drifters, start, end, isNearAtFirst }: BatchProps) {
  const list = useRef<HTMLUListElement>(null);
  // The height of a batch is known only if its rows are full.
  const isWhole = end - start === batchLength;
  const isNear = useIsNear(list, isNearAtFirst);
  return (
    <ul ref={list} className={isWhole ? "drifter-grid__batch" : undefined}>
      {(isNear || !isWhole) &&
        drifters.slice(start, end).map((drifter, index) => (
          <li key={drifter.drifterId} data-place={start + index}>
            <GridLink {...drifter} />
          </li>
        ))}
    </ul>
  );
}, isSameBatch);

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

/**
 * Whether an element is at most two window heights away from the viewport. One that has the focus stays near.
 *
 * @param isNearAtFirst the answer of the first render, and of a server's.
 */
function useIsNear(ref: RefObject<Element | null>, isNearAtFirst: boolean): boolean {
  const [isNear, setIsNear] = useState(isNearAtFirst);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const hasFocus = element.contains(document.activeElement);
        setIsNear((before) => entry?.isIntersecting || (before && hasFocus));
      },
      { rootMargin: "200%" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isNear;
}
