import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { EmptyState } from "../components/EmptyState.tsx";
import { accessibleName } from "../drifter/accessibleName.ts";
import { drifterPath } from "../drifter/cleanDrifterId.ts";
import { Portrait } from "../drifter/Portrait.tsx";
import { storyListQueryOptions } from "../narrative/narrativeApi.ts";
import "./StoryList.css";

/** Links to the drifters with stories; renders nothing until the list has loaded. */
export function StoryList() {
  const stories = useQuery(storyListQueryOptions());
  if (!stories.isSuccess) return null;
  return (
    <section className="stories">
      <h2 className="stories__title">Explore these drifters and their stories!</h2>
      <ul className="stories__list">
        {stories.data.map(({ drifterId, name }) => (
          <li key={drifterId}>
            <Link to={drifterPath(drifterId)} aria-label={accessibleName(drifterId, name)}>
              <Portrait drifterId={drifterId} alt="" loading="lazy" />
              <span className="stories__id">{drifterId}</span>
            </Link>
          </li>
        ))}
      </ul>
      {stories.data.length === 0 && (
        <EmptyState>
          The fires are cold tonight: nobody has told a story yet. If you hold a drifter, begin.
        </EmptyState>
      )}
    </section>
  );
}
