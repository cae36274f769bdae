import { useQuery } from "@tanstack/react-query";
import { memo, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { EmptyState } from "../components/EmptyState.tsx";
import { accessibleName } from "../drifter/accessibleName.ts";
import { drifterPath } from "../drifter/cleanDrifterId.ts";
import { Portrait } from "../drifter/Portrait.tsx";
import { type ListedDrifter, storyListQueryOptions } from "../narrative/narrativeApi.ts";
import { itemsAbove } from "./placeInList.ts";
import { useGrowingLength } from "./useGrowingLength.ts";
import "./StoryList.css";

/** Links to the drifters with stories; renders nothing until the list has loaded. */
export function StoryList() {
  const stories = useQuery(storyListQueryOptions());
  if (!stories.isSuccess) return null;
  return (
    <section className="stories">
      <h2 className="stories__title">Explore these drifters and their stories!</h2>
      <DrifterLinks drifters={stories.data} />
      {stories.data.length === 0 && (
        <EmptyState>
          The fires are cold tonight: nobody has told a story yet. If you hold a drifter, begin.
        </EmptyState>
      )}
    </section>
  );
}

/** Number of links that are rendered together, with or without portraits. */
const batchLength = 60;

/**
 * Renders all links, for the keyboard and the browser's search, but portraits only near the viewport, so
 * that ten thousand stories do not block the page.
 */
function DrifterLinks({ drifters }: { drifters: readonly ListedDrifter[] }) {
  const list = useRef<HTMLUListElement>(null);
  const length = useGrowingLength(drifters.length, list);
  const inSight = useVisibleRange(list, length, batchLength);
  const starts = Array.from({ length: Math.ceil(length / batchLength) }, (_, i) => i * batchLength);
  return (
    <ul ref={list} className="stories__list">
      {starts.map((start) => (
        <Batch
          key={start}
          drifters={drifters}
          start={start}
          end={Math.min(start + batchLength, length)}
          isInSight={start + batchLength > inSight.start && start < inSight.end}
        />
      ))}
    </ul>
  );
}

interface BatchProps {
  drifters: readonly ListedDrifter[];
  start: number;
  end: number;
  isInSight: boolean;
}

const Batch = memo(function Batch({ drifters, start, end, isInSight }: BatchProps) {
  return drifters.slice(start, end).map(({ drifterId, name }) => (
    <li key={drifterId}>
      <Link to={drifterPath(drifterId)} aria-label={accessibleName(drifterId, name)}>
        {isInSight ? (
          <Portrait drifterId={drifterId} alt="" loading="lazy" />
        ) : (
          <span className="portrait" />
        )}
        <span className="stories__id">{drifterId}</span>
      </Link>
    </li>
  ));
});

interface Stretch {
  start: number;
  end: number;
}

/** Returns the range of items in the viewport and one viewport height around it, in steps of `step` items. */
function useVisibleRange(list: RefObject<Element | null>, length: number, step: number): Stretch {
  const [stretch, setStretch] = useState<Stretch>({ start: 0, end: step });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list may have more items in view.
  useLayoutEffect(() => {
    const look = () => {
      const element = list.current;
      if (!element) return;
      const { innerHeight } = window;
      const start = Math.floor(itemsAbove(element, -innerHeight) / step) * step;
      const end = Math.ceil(itemsAbove(element, 2 * innerHeight) / step) * step;
      setStretch((before) =>
        before.start === start && before.end === end ? before : { start, end },
      );
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [list, step, length]);

  return stretch;
}
